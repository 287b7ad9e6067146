import "server-only";
import { audit } from "@/lib/audit/audit";
import { inBatches } from "@/lib/db/batches";
import { db, lockUsers, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { describeAccount, HOLD_HOURS, readVerifiedAccounts } from "./accounts";

const HOLD_MS = HOLD_HOURS * 3_600_000;

/** Emails each investor with amounts due whose account has changed recently, once per change. Called by a job. */
export async function announceHolds(now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - HOLD_MS);
  const decisions = { some: { status: "approved", decidedAt: { gt: since } } } as const;
  const read = inBatches(({ after, orderBy, take }) =>
    db.user.findMany({
      where: { decisions, investments: { some: {} }, ...after },
      select: { id: true },
      orderBy,
      take,
    }),
  );
  for await (const users of read) for (const { id } of users) await announceHold(id, now);
}

async function announceHold(userId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    const account = (await readVerifiedAccounts([userId], tx)).get(userId);
    if (!account || account.heldUntil <= now) return;
    const due = { name: "due_to_investor", ownerId: userId, balance: { lt: 0 } };
    if ((await tx.ledgerAccount.count({ where: due })) === 0) return;
    const announced = { action: "payout.held", targetId: userId, at: { gte: account.since } };
    if ((await tx.auditEvent.count({ where: announced })) > 0) return;
    const { name, email: to } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const data = { name, account: describeAccount(account), until: account.heldUntil.toISOString() };
    await enqueue(tx, { to, userId, template: "payoutHeld", data });
    await audit(tx, { actorId: null, action: "payout.held", targetId: userId });
  });
}
