import "server-only";
import { audit } from "@/lib/audit/audit";
import { decideLine, reverseReceipt, settleLine } from "@/lib/bank/commands";
import { rejected } from "@/lib/bank/payout-candidates";
import { queueRefund } from "@/lib/bank/refunds";
import type { LineDto } from "@/lib/bank/schema";
import { dayOf, dateOf } from "@/lib/dates";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { postEntry, reverseEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { readBalance } from "@/lib/ledger/queries";
import type { AccountName } from "@/lib/ledger/rules";
import { AdvisoryLock, lock } from "@/lib/locks";
import { enqueue } from "@/lib/mail/outbox";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";

/** Settlement of payouts by statement lines (product 10.34). */

/** A bank transaction that settles or returns a payout. */
export interface Settlement {
  /** The key of the ledger entry. */
  key: string;
  /** The day in Lagos, as `YYYY-MM-DD`. */
  on: string;
  /** The amount on the statement, in kobo. */
  amount: bigint;
  actorId: string;
}

async function lockPayout(tx: Tx, id: string): Promise<Prisma.PayoutModel> {
  await tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const payout = await tx.payout.findUnique({ where: { id } });
  if (!payout) throw notFound("This payout does not exist");
  return payout;
}

function requireAmount(payout: Prisma.PayoutModel, amount: bigint): void {
  if (payout.amount !== amount)
    throw new AppError(
      "CONFLICT",
      `The amount of payout ${payout.reference} is ${formatKobo(payout.amount)}`,
    );
}

function requireReleased({ state }: Prisma.PayoutModel): void {
  if (state !== "released") throw new AppError("CONFLICT", "This payout is not in transit");
}

const rejectionKey = (id: string) => `payout_return:${id}`;

/** Reverses a recorded rejection. Throws CONFLICT if the amount is in another batch or no longer due. */
async function reverseRejection(tx: Tx, payout: Prisma.PayoutModel): Promise<void> {
  // Blocks proposals until this transaction ends.
  await lock(tx, AdvisoryLock.payouts);
  if (!(await removeDue(tx, payout)))
    throw new AppError(
      "CONFLICT",
      `Payout ${payout.reference} was recorded as rejected, and its amount is in another batch or no longer due. If that batch is not released yet, withdraw it first.`,
    );
  const entry = await tx.ledgerEntry.findUniqueOrThrow({ where: { key: rejectionKey(payout.id) } });
  await reverseEntry(tx, { key: `reversal:${entry.key}`, entryId: entry.id, on: dayOf(entry.on) });
}

/** Returns whether the amount of a rejected payout is due and not proposed. Deletes the row of a refund due. */
async function removeDue(tx: Tx, { source, ...payout }: Prisma.PayoutModel): Promise<boolean> {
  const { amount, investmentId, userId, lineId } = payout;
  if (source === "receipt") {
    const waiting = { source, state: "due", amount, investmentId, userId, lineId } as const;
    const due = await tx.payout.findFirst({ where: waiting });
    if (due) await tx.payout.delete({ where: { id: due.id } });
    return due !== null;
  }
  const isProposed = await tx.payout.count({ where: { source, state: "proposed", investmentId } });
  return isProposed === 0 && -(await readBalance("due_to_investor", investmentId, tx)) >= amount;
}

/**
 * Records that a statement line shows a released payout, or one recorded as rejected whose amount is still due. Throws NOT_FOUND, and
 * CONFLICT for other states or amounts.
 */
export async function markPaid(tx: Tx, id: string, { key, on, amount, actorId }: Settlement): Promise<void> {
  const payout = await lockPayout(tx, id);
  requireAmount(payout, amount);
  if (payout.state === rejected.state && payout.settledOn === rejected.settledOn)
    await reverseRejection(tx, payout);
  else requireReleased(payout);
  await postEntry(tx, journal.payout({ key, on, amount, investmentId: payout.investmentId }));
  await tx.payout.update({ where: { id }, data: { state: "paid", settledOn: dateOf(on) } });
  await audit(tx, { actorId, action: "payout.paid", targetId: payout.userId, data: { payoutId: id } });
}

/**
 * Records that the bank has returned a paid payout, so that its amount is due again. Throws NOT_FOUND, and CONFLICT for other states or
 * amounts.
 */
export async function markReturned(tx: Tx, id: string, settlement: Settlement): Promise<void> {
  const payout = await lockPayout(tx, id);
  requireAmount(payout, settlement.amount);
  if (payout.state !== "paid")
    throw new AppError("CONFLICT", "First match the statement line that paid this payout");
  await returnPayout(tx, payout, "bank", settlement);
}

/** Records that the bank has rejected a released payout before paying it, so that its amount is due again. Throws NOT_FOUND, CONFLICT. */
export async function markRejected(
  tx: Tx,
  id: string,
  settlement: Pick<Settlement, "on" | "actorId">,
): Promise<void> {
  const payout = await lockPayout(tx, id);
  requireReleased(payout);
  const { amount } = payout;
  await returnPayout(tx, payout, "payouts_in_transit", { ...settlement, key: rejectionKey(id), amount });
}

async function returnPayout(
  tx: Tx,
  payout: Prisma.PayoutModel,
  from: Extract<AccountName, "bank" | "payouts_in_transit">,
  { key, on, amount, actorId }: Settlement,
): Promise<void> {
  const { id, investmentId, userId, lineId, source, reference } = payout;
  const dueTo = source === "investment" && investmentId && userId ? { id: investmentId, userId } : null;
  await postEntry(tx, journal.payoutReturn({ key, on, amount, from, dueTo, investmentId }));
  const settledOn = from === "bank" ? dateOf(on) : rejected.settledOn;
  await tx.payout.update({ where: { id }, data: { state: "returned", settledOn } });
  if (!dueTo) await queueRefund(tx, { amount, investmentId, userId, lineId });
  await audit(tx, { actorId, action: "payout.came_back", targetId: userId, data: { payoutId: id } });
  const user = userId && (await tx.user.findUnique({ where: { id: userId } }));
  if (!user) return;
  const data = { name: user.name, amount: formatKobo(amount), reference };
  await enqueue(tx, { to: user.email, userId: user.id, template: "payoutCameBack", data });
}

/**
 * Matches a statement line with the payout that it settles or returns. Throws NOT_FOUND, FORBIDDEN, and CONFLICT for a payout with another
 * amount or state.
 */
export const matchPayout = (viewer: Viewer, id: string, payoutId: string): Promise<LineDto> =>
  decideLine(viewer, id, async (tx, line) => {
    const settlement = { key: `payout:${line.key}`, on: dayOf(line.on), actorId: viewer.userId };
    if (line.amount < 0n) await markPaid(tx, payoutId, { ...settlement, amount: -line.amount });
    else {
      await reverseReceipt(tx, line);
      await markReturned(tx, payoutId, { ...settlement, amount: line.amount });
    }
    const change = { state: "matched", bookedAs: "payout" } as const;
    return settleLine(tx, viewer, line, "statement_line.matched", change, payoutId);
  });
