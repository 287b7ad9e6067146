import "server-only";
import { audit } from "@/lib/audit/audit";
import { inBatches } from "@/lib/db/batches";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { deleteUnreferencedFiles, markUnreferencedForDeletion, deleteMarkedFiles } from "@/lib/files/files";
import { findHolders } from "@/lib/ledger/holders";
import type { SubmissionKind } from "@/lib/submission-rules";
import { deleteDraft } from "../drafts/draft-body";
import { corporateGroups } from "../forms/corporate-form";
import { individualGroups } from "../forms/individual-form";
import { removedNumbers } from "../submission/rows";
import { retainRecord } from "./retained-records";

/** Deletes personal data that no longer has a purpose (ADR 15, NDPA 2023). */
const DAY_MS = 86_400_000;
const BATCH = 100;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/**
 * Deletes documents and identity numbers of old rejections without a later submission, and of submissions superseded by one with another
 * form. Other answers and decisions are retained, so that the user can correct and resubmit with new documents. Files that another
 * submission refers to are retained. Data that the law requires us to keep is retained in a sealed record (threat 54). Submissions of users
 * with money are retained: they name the accounts to pay to.
 */
export async function redactExpiredRejections(): Promise<void> {
  const before = daysAgo(env.RETENTION_REJECTED_DAYS);
  const read = inBatches(
    ({ after, orderBy, take }) =>
      db.submission.findMany({
        where: { ...expiredSubmissionWhere(before), ...after },
        select: { id: true, userId: true },
        orderBy,
        take,
      }),
    BATCH,
  );
  for await (const due of read) {
    const userIds = due.map(({ userId }) => userId);
    const holders = await findHolders(userIds, db);
    for (const { id, userId } of due)
      if (!holders.has(userId)) await transaction((tx) => redactSubmission(tx, id, before));
    if (due.length > 0) await deleteMarkedFiles();
  }
}

/**
 * Submissions with documents that were superseded, or rejected without a current pending or approved submission with the same form, before
 * a date. A submission left pending by a change of role does not count: it may never be decided.
 */
const expiredSubmissionWhere = (before: Date): Prisma.SubmissionWhereInput => ({
  documents: { some: {} },
  OR: [
    {
      state: "superseded",
      submittedAt: { lt: before },
      // A submission whose approval ended when its owner came of age is retained for comparison until the next one is approved.
      OR: [{ adultAskedAt: null }, { user: { status: "approved" } }],
    },
    ...(["individual", "corporate"] as const).map((kind) => ({
      kind,
      state: "rejected" as const,
      reviewedAt: { lt: before },
      user: { renewing: false, submissions: { none: currentSubmissionWhere(kind) } },
    })),
  ],
});

const currentSubmissionWhere = (kind: SubmissionKind): Prisma.SubmissionWhereInput => ({
  kind,
  currentOf: { isNot: null },
  state: { in: ["pending", "approved"] },
});

async function redactSubmission(tx: Tx, id: string, before: Date): Promise<void> {
  const { userId } = await tx.submission.findUniqueOrThrow({ where: { id }, select: { userId: true } });
  await lockUsers(tx, userId);
  // The condition is checked again under the lock, because the submission may have been decided or resubmitted in the meantime.
  const where = { id, ...expiredSubmissionWhere(before) };
  if ((await tx.submission.count({ where })) === 0 || (await findHolders([userId], tx)).has(userId)) return;

  await retainRecord(tx, userId, id);
  const ofSubmission = { where: { submissionId: id } };
  const documents = await tx.document.findMany(ofSubmission);
  const fileIds = documents.map(({ fileId }) => fileId);
  await tx.document.deleteMany(ofSubmission);
  await tx.identityCheck.deleteMany(ofSubmission);
  await markUnreferencedForDeletion(tx, fileIds);
  const { personal, bankDetails } = individualGroups;
  await tx.personalDetails.updateMany({ ...ofSubmission, data: removedNumbers(personal, id) });
  await tx.bankDetails.updateMany({ ...ofSubmission, data: removedNumbers(bankDetails, id) });
  for (const signatory of await tx.signatory.findMany(ofSubmission)) {
    const data = removedNumbers(corporateGroups.signatories, signatory.id);
    await tx.signatory.update({ where: { id: signatory.id }, data });
  }
  // A guardian's identity has no purpose without the applicant's.
  const remaining = { submission: { userId }, NOT: { ninIndex: { startsWith: "removed:" } } };
  if ((await tx.personalDetails.count({ where: remaining })) === 0) {
    await tx.guardian.deleteMany({ where: { userId } });
    await tx.guardianRequest.deleteMany({ where: { userId } });
  }
  await audit(tx, {
    actorId: null,
    action: "submission.emptied",
    targetId: userId,
    data: { submissionId: id, documents: documents.length },
  });
}

/**
 * Deletes unchanged drafts with their documents, answers submitted without documents, and the addresses of guardians who declined, withdrew
 * or did not answer.
 */
export async function deleteAbandonedDrafts(): Promise<void> {
  const before = daysAgo(env.RETENTION_DRAFT_DAYS);
  await db.guardianRequest.deleteMany({
    where: {
      user: { guardian: null },
      OR: [
        { declinedAt: { lt: before } },
        { withdrawnAt: { lt: before } },
        { expiresAt: { lt: before }, withdrawnAt: null },
      ],
    },
  });
  await db.submission.deleteMany({ where: { state: "draft", createdAt: { lt: before } } });
  for (;;) {
    const due = await findAbandonedDrafts(db, before);
    for (const userId of due) {
      const files = await transaction(async (tx) => {
        await lockUsers(tx, userId);
        return (await findAbandonedDrafts(tx, before, userId)).length > 0 ? deleteDraft(tx, userId) : [];
      });
      await deleteUnreferencedFiles(files);
    }
    if (due.length < BATCH) return;
  }
}

/** Returns the users whose draft and draft documents have been unchanged since a date; for all users or one. */
async function findAbandonedDrafts(
  reader: Tx | typeof db,
  before: Date,
  userId: string | null = null,
): Promise<string[]> {
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u
    WHERE (${userId}::uuid IS NULL OR u.id = ${userId}::uuid)
      AND u.id IN (SELECT user_id FROM form_drafts UNION SELECT user_id FROM draft_files)
      AND NOT EXISTS (SELECT 1 FROM form_drafts d WHERE d.user_id = u.id AND d.updated_at >= ${before})
      AND NOT EXISTS (SELECT 1 FROM draft_files d JOIN files f ON f.id = d.file_id
                      WHERE d.user_id = u.id AND f.created_at >= ${before})
    LIMIT ${BATCH}`;
  return rows.map(({ id }) => id);
}
