import "server-only";
import { audit } from "@/lib/audit/audit";
import { inBatches } from "@/lib/db/batches";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { deleteMarkedFiles, markUnreferencedForDeletion } from "@/lib/files/files";
import { findHolders } from "@/lib/ledger/holders";
import { storeRecord } from "@/lib/onboarding/retention/retained-records";
import { listFormRecords } from "./export";

/** What remains of due diligence forms when their data is erased (product 10.12, ADR 15). */
const DAY_MS = 86_400_000;

/**
 * Moves the forms of a locked user into a sealed record, which the law requires us to keep, and deletes them with the draft. Without a form,
 * nothing is stored. Call it before the user is erased.
 */
export async function retainDueDiligence(
  tx: Tx,
  userId: string,
  where: Prisma.DueDiligenceWhereInput = {},
): Promise<void> {
  const chosen = { userId, ...where };
  const forms = await listFormRecords(tx, chosen);
  if (forms.length === 0) return;
  const { name, email, role, investorType } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const last = forms.at(-1)!;
  await storeRecord(tx, {
    userId,
    body: { account: { name, email, role, investorType }, submissions: [], dueDiligence: forms },
    years: env.RETENTION_KYC_YEARS,
    outcome: last.state === "approved" ? "approved" : last.state === "sent" ? "pending" : "rejected",
    decidedAt: last.decidedAt ? new Date(last.decidedAt) : null,
    reason: last.reason ?? "",
    // The record of the verification has the details by which the person is recognised.
    indexes: [],
  });
  await deleteForms(tx, chosen);
}

/** Deletes forms; their documents are marked for deletion. */
async function deleteForms(tx: Tx, where: Prisma.DueDiligenceWhereInput): Promise<void> {
  const rows = await tx.dueDiligence.findMany({ where, select: { fileId: true } });
  await tx.dueDiligence.deleteMany({ where });
  await markUnreferencedForDeletion(
    tx,
    rows.flatMap(({ fileId }) => fileId ?? []),
  );
}

/** Returned forms that are older than the retention period of rejections. */
const isOld = () =>
  ({
    state: "changes_requested",
    decidedAt: { lt: new Date(Date.now() - env.RETENTION_REJECTED_DAYS * DAY_MS) },
  }) as const satisfies Prisma.DueDiligenceWhereInput;

/**
 * Moves returned forms into sealed records after `RETENTION_REJECTED_DAYS`, like rejected submissions, except those of customers with money;
 * and deletes unchanged drafts after `RETENTION_DRAFT_DAYS`. Called by a job.
 */
export async function deleteOldDueDiligence(): Promise<void> {
  const read = inBatches(({ after, orderBy, take }) =>
    db.dueDiligence.findMany({
      where: { ...isOld(), ...after },
      select: { id: true, userId: true },
      orderBy,
      take,
    }),
  );
  for await (const due of read) {
    const holders = await findHolders(
      due.map(({ userId }) => userId),
      db,
    );
    for (const { id, userId } of due)
      if (!holders.has(userId))
        await transaction(async (tx) => {
          await lockUsers(tx, userId);
          const where = { id, ...isOld() };
          // The condition is checked again under the lock.
          if ((await tx.dueDiligence.count({ where })) === 0 || (await findHolders([userId], tx)).has(userId))
            return;
          await retainDueDiligence(tx, userId, where);
          const data = { formId: id };
          await audit(tx, { actorId: null, action: "due_diligence.expired", targetId: userId, data });
        });
  }
  // The draft of a form that waits or is approved is what was sent, and opens again if the form is returned.
  const before = new Date(Date.now() - env.RETENTION_DRAFT_DAYS * DAY_MS);
  const unused = { updatedAt: { lt: before }, user: { dueDiligence: { none: { NOT: isOld() } } } };
  const drafts = await db.dueDiligenceDraft.findMany({
    where: unused,
    select: { userId: true, fileId: true },
    take: 1_000,
  });
  for (const { userId, fileId } of drafts)
    await transaction(async (tx) => {
      await lockUsers(tx, userId);
      const { count } = await tx.dueDiligenceDraft.deleteMany({ where: { userId, ...unused } });
      if (count > 0 && fileId) await markUnreferencedForDeletion(tx, [fileId]);
    });
  await deleteMarkedFiles();
}
