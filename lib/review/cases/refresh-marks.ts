import "server-only";
import { db, lockUsers, transaction, Prisma, type Tx } from "@/lib/db/client";
import { addJobs } from "@/lib/db/jobs";
import { coveredKeys } from "@/lib/onboarding/link-rules";
import { checksOf } from "../checks/list-checks";
import { isVerifiedAccount, linksOf } from "../duplicates/linked-users";
import { findRetainedMatches } from "../duplicates/retained-matches";
import type { StoredMark } from "./mark-conditions";
import { caseMarkNames } from "./mark-rules";

/** Computes the marks stored with the submission (ADR 34). */

/** The maximum number of other cases marked at once. A value shared by more cases carries no information. */
const MAX_LINKED_CASES = 50;

/**
 * Stores the marks of a user's case, and marks the cases that share identifying details with the user. A job calls this after a change that
 * the marks depend on. Does nothing for deleted users.
 */
export async function refreshMarks(userId: string): Promise<void> {
  const linked = await storeMarks(userId);
  for (const id of linked) await storeMarks(id);
}

/** Adds a job for every case whose marks depend on something that may have changed elsewhere: another account, or the date. */
export const refreshMarkedCases = (): Promise<void> =>
  addJobs(
    db,
    "case-marks",
    Prisma.sql`SELECT user_id::text, now() FROM submissions WHERE state = 'pending' AND marks && ARRAY['duplicate', 'checks']`,
  );

/** Returns the users whose cases share identifying details with this one but are not marked yet. */
async function storeMarks(userId: string): Promise<string[]> {
  return transaction(async (tx) => {
    // Refreshes of one user are serialized, so the later one stores the latest data.
    await lockUsers(tx, userId);
    const user = await tx.user.findUnique({ where: { id: userId }, include: { currentSubmission: true } });
    if (!user || user.role === "admin") return [];
    const linked = await findLinkedCases(tx, userId);
    const submission = user.currentSubmission;
    if (submission?.state === "pending") {
      const round = await previousRound(tx, submission);
      const has: Record<StoredMark, boolean> = {
        duplicate: linked.some(({ isOpen }) => isOpen) || (await hasErasedMatch(tx, userId)),
        checks:
          (await checksOf(user, tx)).some(({ outcome }) => outcome === "warning") ||
          (await hasFailedIdentityCheck(tx, submission.id)),
        second_round: round !== null,
        changes_asked: round?.changesRequested ?? false,
      };
      const marks = caseMarkNames.filter((mark) => has[mark as StoredMark] === true);
      await tx.$executeRaw`
        UPDATE submissions SET marks = ${marks}::text[] WHERE id = ${submission.id}::uuid AND marks IS DISTINCT FROM ${marks}::text[]`;
    }
    return linked.filter(({ isOpen, isUnmarkedCase }) => isOpen && isUnmarkedCase).map(({ id }) => id);
  });
}

interface LinkedCase {
  id: string;
  /** Whether no reviewer has decided on the details that the two share. */
  isOpen: boolean;
  isUnmarkedCase: boolean;
}

/**
 * Returns other users with more than a weak link to this one, unmarked cases first. Administrators are excluded: they are not applicants.
 */
const findLinkedCases = (tx: Tx, userId: string) => tx.$queryRaw<LinkedCase[]>`
  ${linksOf(userId, "current")}
  SELECT u.id, coalesce(bool_or(NOT (l.field || ':' || l.digest = ANY (d.links))), true) AS "isOpen",
    bool_or(s.id IS NOT NULL) AS "isUnmarkedCase"
  FROM links AS l JOIN users AS u ON u.id = l.user_id
  LEFT JOIN duplicate_decisions AS d ON d.user_id = least(u.id, ${userId}::uuid) AND d.other_id = greatest(u.id, ${userId}::uuid)
  LEFT JOIN submissions AS s ON s.id = u.current_submission_id AND s.state = 'pending' AND NOT s.marks @> ARRAY['duplicate']
  WHERE l.strength <> 'weak' AND ${isVerifiedAccount} AND u.role <> 'admin'
  GROUP BY u.id ORDER BY 2 DESC, 3 DESC, u.id LIMIT ${MAX_LINKED_CASES}`;

/** Returns whether erased data has an undecided link to the user that is more than weak (product 10.20). */
async function hasErasedMatch(tx: Tx, userId: string): Promise<boolean> {
  const matches = await findRetainedMatches(userId, tx);
  if (matches.length === 0) return false;
  const decisions = await tx.duplicateDecision.findMany({
    where: { userId, recordId: { in: matches.map(({ recordId }) => recordId) } },
  });
  const decided = new Map(decisions.map(({ recordId, links }) => [recordId, coveredKeys(links)]));
  return matches.some(({ recordId, links }) =>
    links.some(({ key, strength }) => strength !== "weak" && !decided.get(recordId)?.includes(key)),
  );
}

/** Returns whether the latest identity check of any number did not match (product 10.26). */
async function hasFailedIdentityCheck(tx: Tx, submissionId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ failed: boolean }]>`
    SELECT EXISTS (SELECT FROM (
      SELECT DISTINCT ON (kind, ordinal) outcome FROM identity_checks
      WHERE submission_id = ${submissionId}::uuid AND state = 'answered' ORDER BY kind, ordinal, asked_at DESC
    ) AS last WHERE outcome <> 'matches') AS failed`;
  return row.failed;
}

/** Returns the user's last decided submission of the same form before this one; null in the first round. */
const previousRound = (
  tx: Tx,
  { userId, kind, submittedAt }: Prisma.SubmissionGetPayload<object>,
): Promise<{ changesRequested: boolean } | null> =>
  tx.submission.findFirst({
    where: { userId, kind, state: { in: ["approved", "rejected"] }, submittedAt: { lt: submittedAt! } },
    orderBy: { submittedAt: "desc" },
    select: { changesRequested: true },
  });
