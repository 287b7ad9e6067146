import "server-only";
import { recordReads } from "@/lib/audit/reads";
import type { Viewer } from "@/lib/viewer";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { findUsersWithSimilarPictures } from "@/lib/files/similar-pictures";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { flagReasons, type FlagReason } from "@/lib/proposals/schema";
import type { DuplicateDto, DuplicateLinkDto, DuplicatesDto } from "@/lib/users/dto";
import { identityFields } from "@/lib/verification/dto";
import {
  linkKey,
  linkStrengths,
  relatedParties,
  strongFields,
  type LinkStrength,
} from "@/lib/verification/identity-links";
import { findRetainedMatches, type RetainedMatch } from "@/lib/verification/retained-records";

import { findConflicts, sharesWithAdministrator } from "./conflicts";
import { decisionInclude, toDecisionDto } from "./duplicate-decisions";
import { isConfirmedOnList } from "./screening/hits";

/** The maximum number of undecided duplicates, and of decided ones, returned beside their total. */
const MAX_DUPLICATES = 20;

/**
 * What other users have in common with a user: `links (user_id, field, own, other, strength)`, by the view identity_values. `given` chooses the user's
 * submissions, `others` those of others. OFFSET keeps the planner from joining the whole view instead of looking up each value by index.
 */
const linksOf = (userId: string, given: Prisma.Sql, others: Prisma.Sql) => Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT DISTINCT field, value, party FROM identity_values
      WHERE user_id = ${userId}::uuid AND value <> '' AND (submission_id IS NULL OR ${given})
    ), links AS (
      SELECT DISTINCT found.user_id, given.field, given.party AS own, found.party AS other,
        CASE WHEN 'guardian' IN (given.party, found.party) THEN 'weak'
          WHEN given.field = ANY (${strongFields}::text[]) THEN 'strong'
          WHEN given.party = ANY (${relatedParties}::text[]) OR found.party = ANY (${relatedParties}::text[]) THEN 'weak'
          ELSE 'medium' END AS strength
      FROM given CROSS JOIN LATERAL (
        SELECT user_id, party FROM identity_values WHERE field = given.field AND value = given.value AND ${others} OFFSET 0
      ) AS found
      WHERE found.user_id <> ${userId}::uuid
    )`;

/** Of users `u`: a stranger could otherwise hide a real match by registering with the same phone number. */
const isVerifiedAccount = Prisma.sql`u.email_verified_at IS NOT NULL`;

/**
 * Why a case needs more attention than others: another account or erased data has the same numbers, the applicant has something in
 * common with an administrator, or a hit on a watchlist is confirmed (product 10.14, 10.27). Empty for most. All submissions count, also earlier ones, and those whose documents are
 * still missing: a user can be approved in any state. Weak links do not count, and a decision on a pair does not clear a flag.
 */
export async function findFlagReasons(tx: Tx, { id }: { id: string }): Promise<FlagReason[]> {
  const [row] = await tx.$queryRaw<[{ duplicated: boolean }]>`
    ${linksOf(id, Prisma.sql`TRUE`, Prisma.sql`TRUE`)}
    SELECT EXISTS (
      SELECT FROM links l JOIN users u ON u.id = l.user_id
      WHERE ${isVerifiedAccount} AND (l.strength = 'strong' OR (l.field = 'phone' AND l.strength = 'medium'))
    ) AS duplicated`;
  const erased = await findRetainedMatches(id, tx);
  const flags = {
    duplicate: row.duplicated,
    erased_record: erased.some((match) => strongest(match.links) !== "weak"),
    administrator: await sharesWithAdministrator(tx, id),
    watchlist: await isConfirmedOnList(tx, id),
  } satisfies Record<FlagReason, boolean>;
  return flagReasons.filter((reason) => flags[reason]);
}

interface Row extends Omit<DuplicateDto, "_id" | "submittedAt" | "strength" | "fields" | "decision"> {
  id: string;
  submittedAt: Date | null;
  decisionId: string | null;
  total: number;
  undecided: number;
}

/**
 * Other users with something in common with a user's account or current submission, compared by blind index and normalized values
 * (threat 34): undecided ones first, then by strength (product 10.20). `otherId` limits it to one of them.
 */
async function findLinkedUsers(
  reader: Tx | typeof db,
  user: { id: string; currentSubmissionId: string | null },
  { isSuper, otherId }: { isSuper: boolean; otherId?: string | undefined },
): Promise<Row[]> {
  const current = Prisma.sql`submission_id = ${user.currentSubmissionId}::uuid`;
  const visible = isSuper ? Prisma.sql`TRUE` : Prisma.sql`u.role <> 'admin'`;
  const similar = await findUsersWithSimilarPictures(reader, user.id, user.currentSubmissionId);
  const chosen = otherId ? Prisma.sql`u.id = ${otherId}::uuid` : Prisma.sql`TRUE`;
  return reader.$queryRaw<Row[]>`
    ${linksOf(user.id, current, Prisma.sql`state IS DISTINCT FROM 'draft'`)}, with_pictures AS (
      SELECT * FROM links
      UNION ALL SELECT id, 'picture', 'applicant', 'applicant', 'medium' FROM unnest(${similar}::uuid[]) AS id
      WHERE id NOT IN (SELECT user_id FROM links WHERE field = 'document')
    ), linked AS (
      SELECT user_id, json_agg(json_build_object('field', field, 'own', own, 'other', other, 'strength', strength)) AS links,
        array_agg(field || CASE strength WHEN 'weak' THEN '.related' ELSE '' END) AS keys,
        count(DISTINCT field) FILTER (WHERE strength = 'strong') AS strong,
        count(DISTINCT field) FILTER (WHERE strength = 'medium') AS medium
      FROM with_pictures GROUP BY user_id
    ), ranked AS (
      SELECT l.*, d.id AS decision_id, state.settled, (count(*) OVER ())::int AS total,
        (count(*) FILTER (WHERE NOT state.settled) OVER ())::int AS undecided,
        row_number() OVER (PARTITION BY state.settled ORDER BY l.strong DESC, l.medium DESC, cardinality(l.keys) DESC,
          u.created_at DESC, u.id DESC) AS place
      FROM linked l JOIN users u ON u.id = l.user_id
      LEFT JOIN duplicate_decisions d ON d.user_id = least(u.id, ${user.id}::uuid) AND d.other_id = greatest(u.id, ${user.id}::uuid)
      CROSS JOIN LATERAL (SELECT d.id IS NOT NULL AND l.keys <@ d.links AS settled) AS state
      WHERE ${isVerifiedAccount} AND ${visible} AND ${chosen}
    )
    SELECT u.id, u.name, u.email, u.role, u.investor_type AS "investorType", u.status, u.submitted_at AS "submittedAt", r.links,
      r.decision_id AS "decisionId", r.total, r.undecided
    FROM ranked r JOIN users u ON u.id = r.user_id
    WHERE r.place <= ${MAX_DUPLICATES}
    ORDER BY r.settled, r.place`;
}

/** The links between a user and another one or an erased record; empty if nothing is equal (any more). For super administrators' eyes, too. */
export async function findLinksOfPair(
  tx: Tx,
  user: { id: string; currentSubmissionId: string | null },
  { otherId, recordId }: { otherId?: string | undefined; recordId?: string | undefined },
): Promise<Pick<DuplicateLinkDto, "field" | "strength">[]> {
  if (otherId)
    return (await findLinkedUsers(tx, user, { isSuper: true, otherId })).flatMap(({ links }) => links);
  const matches = await findRetainedMatches(user.id, tx);
  return matches.find((match) => match.recordId === recordId)?.links ?? [];
}

const strongest = (links: readonly { strength: LinkStrength }[]): LinkStrength =>
  linkStrengths.find((strength) => links.some((link) => link.strength === strength)) ?? "weak";

/** The fields that are equal, without weak links, in the order of `identityFields`. */
const fieldsOf = (links: readonly Pick<DuplicateLinkDto, "field" | "strength">[]) =>
  identityFields.filter((field) => links.some((link) => link.field === field && link.strength !== "weak"));

const byField = (a: DuplicateLinkDto, b: DuplicateLinkDto) =>
  linkStrengths.indexOf(a.strength) - linkStrengths.indexOf(b.strength) ||
  identityFields.indexOf(a.field) - identityFields.indexOf(b.field);

/**
 * What a user has in common with others, and with erased accounts and submissions (threat 54), with what reviewers decided about it
 * (product 10.20). Accounts with an unverified email address are ignored.
 * The read of each listed user is recorded (threat 51). Visible to reviewers only; administrators' accounts to super administrators only. Throws NOT_FOUND.
 */
export async function findDuplicates(
  viewer: Viewer,
  userId: string,
  otherId?: string,
): Promise<DuplicatesDto> {
  const user = await findUserForViewer(viewer, userId);
  const rows = await findLinkedUsers(db, user, { isSuper: viewer.isSuper, otherId });
  const erased = otherId ? [] : await findRetainedMatches(userId);
  const subjects = new Set([...rows.map(({ id }) => id), ...erased.map((match) => match.userId)]);
  await recordReads(
    viewer,
    [...subjects].map((subjectId) => ({ subjectId, part: "duplicate" })),
  );
  const decisions = await db.duplicateDecision.findMany({
    where: {
      OR: [
        { id: { in: rows.flatMap(({ decisionId }) => decisionId ?? []) } },
        { userId, recordId: { in: erased.map(({ recordId }) => recordId) } },
      ],
    },
    include: decisionInclude,
  });
  const decided = (
    links: readonly Pick<DuplicateLinkDto, "field" | "strength">[],
    isOf: (row: (typeof decisions)[number]) => boolean,
  ) => {
    const row = decisions.find(isOf);
    return row ? toDecisionDto(row, links.map(linkKey)) : null;
  };
  return {
    total: rows[0]?.total ?? 0,
    undecided: rows[0]?.undecided ?? 0,
    people: rows.map(({ id, submittedAt, links, decisionId, total: _, undecided: __, ...row }) => ({
      _id: id,
      ...row,
      submittedAt: submittedAt?.toISOString() ?? null,
      strength: strongest(links),
      fields: fieldsOf(links),
      links: links.toSorted(byField),
      decision: decided(links, (decision) => decision.id === decisionId),
    })),
    sharedWithViewer: await findConflicts(db, viewer.userId, userId),
    erased: erased.map((match) => ({
      ...toErasedMatch(match),
      decision: decided(match.links, (decision) => decision.recordId === match.recordId),
    })),
  };
}

const toErasedMatch = ({ recordId, userId: _, erasedAt, decidedAt, links, ...match }: RetainedMatch) => ({
  _id: recordId,
  ...match,
  erasedAt: erasedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  strength: strongest(links),
  fields: fieldsOf(links),
  links,
});
