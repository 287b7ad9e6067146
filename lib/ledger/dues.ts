import "server-only";
import { recordCreated } from "@/lib/acts/record";
import { dateOf, lagosDay } from "@/lib/dates";
import type { Prisma, Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";

/**
 * Amounts due (ADR 42): what the firm owes, from the act that made it due until it is paid. Those of an investment are together its balance
 * of `due_to_investor`; refunds are in `unallocated_receipts`.
 */
interface Due {
  source: "investment" | "receipt";
  /** In kobo; if it is zero, nothing is recorded. */
  amount: bigint;
  /** The Lagos day since when it is due, as `YYYY-MM-DD`. */
  on: string;
  /** The investment that owes it, or for which it was received; null if unknown, as is its investor. */
  investmentId: string | null;
  userId: string | null;
  /** The statement line, or the manual receipt, that is refunded. */
  lineId?: string | null;
  receiptId?: string | null;
  /** The returned payout, after which it is due again. */
  returnedId?: string;
}

/** Records an amount that an act makes due. */
export async function recordDue(tx: Tx, actId: string, { on, ...due }: Due): Promise<void> {
  if (due.amount === 0n) return;
  const id = uuidv7();
  await tx.amountDue.create({ data: { ...due, id, on: dateOf(on), actId } });
  await recordCreated(tx, actId, "due", [id]);
}

/** Queues a refund of a receipt, or of its surplus. */
export const queueRefund = (
  tx: Tx,
  actId: string,
  refund: Pick<Due, "amount" | "investmentId" | "userId" | "lineId" | "receiptId">,
): Promise<void> => recordDue(tx, actId, { ...refund, source: "receipt", on: lagosDay() });

/** Amounts that are owed and not released to the bank. */
export const unreleased = {
  OR: [{ state: "due" }, { payout: { state: "proposed" } }],
} as const satisfies Prisma.AmountDueWhereInput;
