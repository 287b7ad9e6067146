import "server-only";
import { audit, type AuditEntry } from "@/lib/audit/audit";
import type { Tx } from "@/lib/db/client";
import { deleteMarkedFiles, markUserFilesForDeletion } from "@/lib/files/files";
import { deleteOrphanedMailFiles } from "@/lib/mail/worker";
import { retainRecord } from "@/lib/onboarding/retention/retained-records";

/** Deletes the documents and email files of erased users, after the commit. If this fails, a job deletes them. */
export async function deleteErasedFiles(): Promise<void> {
  await deleteMarkedFiles();
  await deleteOrphanedMailFiles();
}

/**
 * Deletes a locked user. The audit log retains the event with the user's id only. Data that the law requires us to keep about users who
 * have submitted is retained, encrypted (threat 54). The caller ends the proposals about the user, and first retains their due diligence
 * forms (lib/due-diligence/retention.ts) and the books of investors (lib/investments/retained-books.ts): the foreign key of their
 * investments rejects the deletion otherwise.
 */
export async function eraseUser(
  tx: Tx,
  userId: string,
  actorId: string,
  action: "user.deleted" | "admin.deleted" = "user.deleted",
  data?: AuditEntry["data"],
): Promise<void> {
  await retainRecord(tx, userId);
  await markUserFilesForDeletion(tx, userId);
  await tx.user.update({ where: { id: userId }, data: { currentSubmissionId: null, submittedAt: null } });
  await tx.mailOutbox.deleteMany({ where: { userId } });
  await tx.decision.updateMany({ where: { userId }, data: { dataKey: null, noteCipher: null } });
  await tx.user.delete({ where: { id: userId } });
  await audit(tx, { actorId, action, targetId: userId, ...(data && { data }) });
}
