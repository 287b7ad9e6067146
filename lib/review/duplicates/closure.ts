import "server-only";
import {
  type PendingProposal,
  propose,
  supersedeProposals,
  transactionOrProposal,
} from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import { lockUsers, transaction, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { requireNoConflict } from "@/lib/users/conflicts";
import { closedText } from "@/lib/onboarding/closed-account";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNotBlocked } from "../blocks/queries";
import { saveDecision } from "../decisions/save-decision";

/**
 * Closing the accounts with which a person does not continue (product 10.20): no new submissions, approvals or investments. One
 * administrator closes, two reopen.
 */

/** Returns the other accounts of the same person that are not closed, also through a third one. */
export async function findOpenTwins(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE same (id) AS (
      SELECT ${userId}::uuid
      UNION SELECT CASE WHEN d.user_id = same.id THEN d.other_id ELSE d.user_id END
      FROM same JOIN duplicate_decisions AS d ON same.id IN (d.user_id, d.other_id)
      WHERE d.verdict = 'same_person' AND d.other_id IS NOT NULL
    )
    SELECT u.id FROM users AS u JOIN same ON same.id = u.id WHERE u.id <> ${userId}::uuid AND u.closed_at IS NULL ORDER BY u.id`;
  return rows.map(({ id }) => id);
}

/**
 * Closes an account in favour of another one of the same person. Throws NOT_FOUND; FORBIDDEN for one's own account; CONFLICT if it is
 * closed already, if no reviewer has decided that the two are the same person, if the other one is closed, rejected or blocked, or if the reviewer shares
 * identifying details with the person. The route requires a fresh proof of identity.
 */
export async function closeAccount(viewer: Viewer, userId: string, goesOnId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx, viewer.userId, userId, goesOnId);
    const { user } = await lockManagedUser(tx, viewer, userId, "users.change");
    const { user: goesOn } = await lockManagedUser(tx, viewer, goesOnId, "users.change");
    if (user.closedAt) throw new AppError("CONFLICT", "This account is already closed");
    if (goesOn.closedAt)
      throw new AppError("CONFLICT", "The other account is closed. Choose one that is open.");
    if (!(await findOpenTwins(tx, userId)).includes(goesOnId))
      throw new AppError("CONFLICT", "Decide first that these two accounts are the same person");
    if (goesOn.status === "rejected")
      throw new AppError("CONFLICT", "The other account was rejected. Close that one, or approve it first.");
    await requireNotBlocked(tx, goesOnId);
    await requireNoConflict(tx, viewer.userId, userId);
    await close(tx, viewer.userId, userId, goesOnId);
  });
}

/** Closes the other accounts of the same person when this one is approved. The caller holds the locks of all of them. */
export async function closeTwins(tx: Tx, actorId: string, goesOnId: string): Promise<void> {
  for (const userId of await findOpenTwins(tx, goesOnId)) await close(tx, actorId, userId, goesOnId);
}

/** Closes a locked account. A submission that waits for a decision is rejected; its email is that of the closure. */
async function close(tx: Tx, actorId: string, userId: string, goesOnId: string): Promise<void> {
  const user = await tx.user.update({
    where: { id: userId },
    data: { closedAt: new Date(), duplicateOfId: goesOnId },
  });
  const { name, email: to, status, submittedAt } = user;
  if (status === "pending" && submittedAt)
    await saveDecision(tx, actorId, user, { status: "rejected", reason: closedText() });
  // Accounts that were closed in favour of this one continue there, too.
  await tx.user.updateMany({ where: { duplicateOfId: userId }, data: { duplicateOfId: goesOnId } });
  await supersedeProposals(tx, actorId, userId, ["approval"]);
  await enqueue(tx, { to, userId, template: "accountClosedAsDuplicate", data: { name } });
  for (const [targetId, otherId] of [
    [userId, goesOnId],
    [goesOnId, userId],
  ] as const)
    await audit(tx, {
      actorId,
      action: targetId === userId ? "account.closed" : "account.goes_on",
      targetId,
      data: { otherId },
    });
}

/**
 * Proposes to reopen a closed account. Throws CONFIRMATION_REQUIRED once it is proposed; NOT_FOUND; CONFLICT if the account is not closed,
 * or for a reviewer who shares identifying details with the person.
 */
export async function proposeReopening(viewer: Viewer, userId: string, note: string): Promise<void> {
  await transactionOrProposal(async (tx): Promise<PendingProposal> => {
    await requireReopenable(tx, viewer, userId);
    return propose(tx, viewer, { kind: "account_reopening", targetId: userId, payload: { note } });
  });
}

/** Carries out a confirmed reopening. Throws as `proposeReopening` does. */
export async function executeReopening(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  proposerId: string,
): Promise<void> {
  const { name, email: to, duplicateOfId } = await requireReopenable(tx, viewer, userId);
  await requireNoConflict(tx, proposerId, userId, "The administrator who asked for this");
  await tx.user.update({ where: { id: userId }, data: { closedAt: null, duplicateOfId: null } });
  await enqueue(tx, { to, userId, template: "accountReopened", data: { name } });
  await audit(tx, {
    actorId: viewer.userId,
    action: "account.reopened",
    targetId: userId,
    data: { proposedBy: proposerId, ...(duplicateOfId && { otherId: duplicateOfId }) },
  });
}

async function requireReopenable(tx: Tx, viewer: Viewer, userId: string) {
  const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
  if (!user.closedAt) throw new AppError("CONFLICT", "This account is not closed");
  await requireNoConflict(tx, viewer.userId, userId);
  return user;
}
