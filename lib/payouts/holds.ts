import "server-only";
import { audit } from "@/lib/audit/audit";
import { inBatches } from "@/lib/db/batches";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { hasMoneyOrOpenInvestment } from "@/lib/investments/require-no-money";
import { HOLD_MS, readAccountStates } from "@/lib/investments/verified-accounts";
import { enqueue } from "@/lib/mail/outbox";
import { describeAccount } from "./accounts";

/**
 * Emails each investor whose account has changed recently and who has money in investments, unless the decision has done so. Called by a
 * job: the money may have been invested after the change.
 */
export async function announceHolds(now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - HOLD_MS);
  const decisions = { some: { decidedAt: { gt: since } } } as const;
  const read = inBatches(({ after, orderBy, take }) =>
    db.user.findMany({
      where: { decisions, investments: { some: {} }, ...after },
      select: { id: true },
      orderBy,
      take,
    }),
  );
  for await (const users of read)
    for (const { id } of users)
      await transaction(async (tx) => {
        await lockUsers(tx, id);
        await announceAccount(tx, id, now);
      });
}

/**
 * Emails a locked investor about the last change of the verified account, once, while anything is invested or due. Payouts are held for 72
 * hours from the email. A first account is announced only once something is due to it.
 */
export async function announceAccount(tx: Tx, userId: string, now = new Date()): Promise<void> {
  const state = (await readAccountStates([userId], tx)).get(userId);
  if (!state || state.since.getTime() + HOLD_MS <= now.getTime()) return;
  const { account, since, hasChanged } = state;
  if (!(await (hasChanged ? hasMoneyOrOpenInvestment(tx, userId) : isOwed(tx, userId)))) return;
  const announced = { action: "payout.held", targetId: userId, at: { gte: since } };
  if ((await tx.auditEvent.count({ where: announced })) > 0) return;
  const { name, email: to } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (account) {
    const until = new Date(now.getTime() + HOLD_MS).toISOString();
    const data = { name, account: describeAccount(account), until };
    await enqueue(tx, { to, userId, template: "payoutHeld", data });
  } else await enqueue(tx, { to, userId, template: "payoutAccountWithdrawn", data: { name } });
  await audit(tx, { actorId: null, action: "payout.held", targetId: userId });
}

const isOwed = async (tx: Tx, ownerId: string): Promise<boolean> =>
  (await tx.ledgerAccount.count({ where: { name: "due_to_investor", ownerId, balance: { lt: 0 } } })) > 0;
