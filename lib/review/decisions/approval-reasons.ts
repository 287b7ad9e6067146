import "server-only";
import { approvalReasons, type ApprovalReason } from "@/lib/approvals/schema";
import type { db, Tx } from "@/lib/db/client";
import { isVerifiedAccount, linksOf, strongest } from "../duplicates/linked-users";
import { findRetainedMatches } from "../duplicates/retained-matches";
import { hasUnclearedHit } from "../screening/hits";
import { sharesWithAdministrator } from "@/lib/users/conflicts";

/**
 * Returns why an approval needs a second person (product 10.14, 10.27):
 * - another account or erased data has the same numbers
 * - a reviewer has decided that another account belongs to the same person
 * - the applicant shares identifying details with an administrator
 * - a watchlist hit has not been cleared by an administrator other than `administratorId`, who is approving
 * - the names have not been compared yet
 * - there is no current submission
 *
 * Empty for most users. All submissions count, including earlier ones and those whose documents are still missing: a user can be approved
 * in any state. Weak links do not count, and a decision on a pair does not clear a flag.
 */
export async function findApprovalReasons(
  tx: Tx | typeof db,
  { id }: { id: string },
  administratorId: string,
): Promise<ApprovalReason[]> {
  const [row] = await tx.$queryRaw<[{ duplicated: boolean }]>`
    ${linksOf(id, "all")}
    SELECT EXISTS (
      SELECT FROM links l JOIN users u ON u.id = l.user_id
      WHERE ${isVerifiedAccount} AND (l.strength = 'strong' OR (l.field = 'phone' AND l.strength = 'medium'))
    ) OR EXISTS (
      SELECT FROM duplicate_decisions
      WHERE verdict = 'same_person' AND other_id IS NOT NULL AND (user_id = ${id}::uuid OR other_id = ${id}::uuid)
    ) AS duplicated`;
  const erased = await findRetainedMatches(id, tx);
  const flags = {
    duplicate: row.duplicated,
    erased_record: erased.some((match) => strongest(match.links) !== "weak"),
    administrator: await sharesWithAdministrator(tx, id),
    watchlist: await hasUnclearedHit(tx, id, administratorId),
    no_submission: (await tx.user.count({ where: { id, currentSubmissionId: null } })) > 0,
  } satisfies Record<ApprovalReason, boolean>;
  return approvalReasons.filter((reason) => flags[reason]);
}
