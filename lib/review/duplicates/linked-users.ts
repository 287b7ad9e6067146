import "server-only";
import { type db, Prisma, type Tx } from "@/lib/db/client";
import { linkStrengths, relatedParties, strongFields, type LinkStrength } from "@/lib/onboarding/link-rules";
import { blindIndex } from "@/lib/pii/cipher";
import type { DuplicateDto, DuplicateLinkDto } from "@/lib/users/dto";
import { findRetainedMatches } from "./retained-matches";

/** Finds the identifying details that users share, using SQL (product 10.20, ADR 30). */

/** The maximum number of undecided duplicates, and of decided ones, returned beside their totals. */
const MAX_DUPLICATES = 20;

/** Returns a keyed digest of a shared value: it distinguishes values, and cannot be brute-forced without the key. */
const digestOf = (value: Prisma.Sql) =>
  Prisma.sql`left(encode(sha256(convert_to(${blindIndex("link", "digest")}::text || ${value}, 'UTF8')), 'hex'), 12)`;

/** SQL condition: a row of identity_values belongs to an account, or to the current submission of an account. */
const isCurrent = Prisma.sql`(submission_id IS NULL OR EXISTS (SELECT FROM users c WHERE c.current_submission_id = submission_id))`;

/**
 * Returns the SQL for the details that other users share with a user: `links (user_id, field, own, other, strength, digest)`, from the view
 * identity_values. `all` compares every submission. Otherwise drafts are excluded, and the value must be current for at least one of the
 * two, so that a pair has the same links from either side. OFFSET prevents the planner from joining the whole view instead of looking up
 * each value by index.
 */
export const linksOf = (userId: string, scope: "current" | "all") => {
  const compared = scope === "all" ? Prisma.sql`TRUE` : Prisma.sql`state IS DISTINCT FROM 'draft'`;
  const isShown = scope === "all" ? Prisma.sql`TRUE` : Prisma.sql`(given.is_current OR found.is_current)`;
  return Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT field, value, party, bool_or(${isCurrent}) AS is_current FROM identity_values
      WHERE user_id = ${userId}::uuid AND value <> '' AND ${compared} GROUP BY field, value, party
    ), links AS (
      SELECT DISTINCT found.user_id, given.field, given.party AS own, found.party AS other,
        CASE WHEN 'guardian' IN (given.party, found.party) THEN 'weak'
          WHEN given.field = ANY (${strongFields}::text[]) THEN 'strong'
          WHEN given.party = ANY (${relatedParties}::text[]) OR found.party = ANY (${relatedParties}::text[]) THEN 'weak'
          ELSE 'medium' END AS strength,
        ${digestOf(Prisma.sql`given.value`)} AS digest
      FROM given CROSS JOIN LATERAL (
        SELECT user_id, party, ${isCurrent} AS is_current FROM identity_values
        WHERE field = given.field AND value = given.value AND ${compared} OFFSET 0
      ) AS found
      WHERE found.user_id <> ${userId}::uuid AND ${isShown}
    )`;
};

/**
 * SQL condition: the email address of user `u` is verified. Otherwise a stranger could hide a real match by registering with the same phone
 * number.
 */
export const isVerifiedAccount = Prisma.sql`u.email_verified_at IS NOT NULL`;

export interface LinkedUser extends Omit<
  DuplicateDto,
  "_id" | "submittedAt" | "strength" | "fields" | "decision"
> {
  id: string;
  submittedAt: Date | null;
  decisionId: string | null;
  total: number;
  undecided: number;
}

/**
 * Returns other users who share identifying details with a user, compared by blind index and normalized values (threat 34). Undecided users
 * come first, including rejected accounts; within each group the order is by strength (product 10.20). `otherId` limits the result to one
 * user.
 */
export async function findLinkedUsers(
  reader: Tx | typeof db,
  user: { id: string; currentSubmissionId: string | null },
  { isSuper, otherId }: { isSuper: boolean; otherId?: string | undefined },
): Promise<LinkedUser[]> {
  const visible = isSuper ? Prisma.sql`TRUE` : Prisma.sql`u.role <> 'admin'`;
  const chosen = otherId ? Prisma.sql`u.id = ${otherId}::uuid` : Prisma.sql`TRUE`;
  return reader.$queryRaw<LinkedUser[]>`
    ${linksOf(user.id, "current")}, keyed AS (
      SELECT *, field || CASE strength WHEN 'weak' THEN '.related:' ELSE ':' END || digest AS key FROM links
    ), linked AS (
      SELECT user_id,
        json_agg(json_build_object('field', field, 'own', own, 'other', other, 'strength', strength, 'key', key)) AS links,
        array_agg(key) AS keys,
        count(DISTINCT field) FILTER (WHERE strength = 'strong') AS strong,
        count(DISTINCT field) FILTER (WHERE strength = 'medium') AS medium
      FROM keyed GROUP BY user_id
    ), ranked AS (
      SELECT l.*, d.id AS decision_id, state.settled, (count(*) OVER ())::int AS total,
        (count(*) FILTER (WHERE NOT state.settled) OVER ())::int AS undecided,
        row_number() OVER (PARTITION BY state.settled ORDER BY (u.status = 'rejected' AND NOT state.settled) DESC,
          l.strong DESC, l.medium DESC, cardinality(l.keys) DESC, u.created_at DESC, u.id DESC) AS place
      FROM linked l JOIN users u ON u.id = l.user_id
      LEFT JOIN duplicate_decisions d ON d.user_id = least(u.id, ${user.id}::uuid) AND d.other_id = greatest(u.id, ${user.id}::uuid)
      CROSS JOIN LATERAL (SELECT d.id IS NOT NULL AND l.keys <@ d.links AS settled) AS state
      WHERE ${isVerifiedAccount} AND ${visible} AND ${chosen}
    )
    SELECT u.id, u.name, u.company_name AS "companyName", u.email, u.role, u.investor_type AS "investorType", u.status,
      u.closed_at IS NOT NULL AS "isClosed", u.submitted_at AS "submittedAt", r.links, r.decision_id AS "decisionId", r.total, r.undecided
    FROM ranked r JOIN users u ON u.id = r.user_id
    WHERE r.place <= ${MAX_DUPLICATES}
    ORDER BY r.settled, r.place`;
}

/**
 * Returns the links between a user and another account or an erased record; empty if there are none (any more). Includes links that only
 * super administrators may see.
 */
export async function findLinksOfPair(
  tx: Tx,
  user: { id: string; currentSubmissionId: string | null },
  { otherId, recordId }: { otherId?: string | undefined; recordId?: string | undefined },
): Promise<Pick<DuplicateLinkDto, "key">[]> {
  if (otherId)
    return (await findLinkedUsers(tx, user, { isSuper: true, otherId })).flatMap(({ links }) => links);
  const matches = await findRetainedMatches(user.id, tx);
  return matches.find((match) => match.recordId === recordId)?.links ?? [];
}

/** Returns the strength of the strongest link in a list. */
export const strongest = (links: readonly { strength: LinkStrength }[]): LinkStrength =>
  linkStrengths.find((strength) => links.some((link) => link.strength === strength)) ?? "weak";
