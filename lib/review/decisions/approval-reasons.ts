import "server-only";
import type { ApprovalReason } from "@/lib/approvals/schema";
import type { db, Tx } from "@/lib/db/client";
import { isVerifiedAccount, linksOf, strongest } from "../duplicates/linked-users";
import { findRetainedMatches } from "../duplicates/retained-matches";
import { hasUnclearedHit } from "../screening/hits";
import { sharesWithAdministrator } from "@/lib/users/conflicts";

/**
 * Returns reasons for a second person that the page of this administrator may not show (product 10.14, 10.27):
 * - another account, a draft or an earlier submission has the same numbers, or belongs to the same person and is not closed
 * - the applicant shares identifying details with an administrator
 * - the administrator cleared a watchlist hit themselves
 *
 * Empty for most users. All submissions count, including earlier ones and those whose documents are still missing: a user can be approved
 * in any state. Weak links do not count, and a decision on a pair does not clear a flag.
 */
export async function findHiddenReasons(
  reader: Tx | typeof db,
  { id }: { id: string },
  administratorId: string,
): Promise<ApprovalReason[]> {
  const [row] = await reader.$queryRaw<[{ duplicated: boolean; cleared: boolean }]>`
    ${linksOf(id, "all")}
    SELECT EXISTS (
      SELECT FROM links l JOIN users u ON u.id = l.user_id
      WHERE ${isVerifiedAccount} AND u.duplicate_of_id IS DISTINCT FROM ${id}::uuid AND (l.strength = 'strong' OR (l.field = 'phone' AND l.strength = 'medium'))
    ) OR EXISTS (
      SELECT FROM duplicate_decisions d JOIN users u ON u.id IN (d.user_id, d.other_id)
      WHERE d.verdict = 'same_person' AND ${id}::uuid IN (d.user_id, d.other_id) AND u.id <> ${id}::uuid
        AND u.duplicate_of_id IS DISTINCT FROM ${id}::uuid
    ) AS duplicated, EXISTS (
      SELECT FROM screening_hits WHERE user_id = ${id}::uuid AND ended_at IS NULL AND state = 'cleared' AND decided_by_id = ${administratorId}::uuid
    ) AS cleared`;
  const flags = {
    duplicate: row.duplicated,
    administrator: await sharesWithAdministrator(reader, id),
    watchlist: row.cleared,
  } satisfies Partial<Record<ApprovalReason, boolean>>;
  return (Object.keys(flags) as (keyof typeof flags)[]).filter((reason) => flags[reason]);
}

/** Returns why a user must not be deleted by one person (product 10.14): as `findHiddenReasons`, erased data, and watchlists. */
export async function findApprovalReasons(
  tx: Tx | typeof db,
  user: { id: string },
  administratorId: string,
): Promise<ApprovalReason[]> {
  const reasons = await findHiddenReasons(tx, user, administratorId);
  const erased = await findRetainedMatches(user.id, tx);
  return [
    ...new Set<ApprovalReason>([
      ...reasons,
      ...(erased.some((match) => strongest(match.links) !== "weak") ? (["erased_record"] as const) : []),
      ...((await hasUnclearedHit(tx, user.id, administratorId)) ? (["watchlist"] as const) : []),
    ]),
  ];
}
