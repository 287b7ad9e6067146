import "server-only";
import type * as z from "zod";
import { dayOf, lagosDay } from "@/lib/dates";
import { transaction, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { allocateReceipt, cancelPartlyPaid } from "@/lib/investments/commands";
import { getAdminInvestment } from "@/lib/investments/queries";
import type { AdminInvestmentDto } from "@/lib/investments/schema";
import { credit, debit, postEntry } from "@/lib/ledger/entries";
import { AdvisoryLock, lockShared } from "@/lib/locks";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { requestReturn } from "./refunds";
import type { recordReceiptSchema } from "./schema";
import { handReceiptKey } from "./statement-lines";

/**
 * Records a receipt that an administrator has seen in the bank account, and matches it with an investment. The bank's reference is the key:
 * recorded again with the same content it changes nothing. What the investment does not take is to be returned. Throws NOT_FOUND, FORBIDDEN,
 * RECENTLY_RESET, VALIDATION_FAILED at `receivedOn`, and CONFLICT if the bank's reference belongs to another receipt, or to a line of an imported
 * statement. The route has required a fresh proof of identity.
 */
export async function recordReceipt(
  viewer: Viewer,
  id: string,
  { bankReference, receivedOn, ...receipt }: z.output<typeof recordReceiptSchema>,
): Promise<AdminInvestmentDto> {
  return transaction(async (tx) => {
    const found = await tx.investment.findUnique({ where: { id } });
    if (!found) throw notFound();
    await lockMoneyAdministrator(tx, viewer, [found.userId]);
    await lockShared(tx, AdvisoryLock.handReceipts);
    // A repeated call waits here, and then sees what the first one has posted.
    await tx.$queryRaw`SELECT 1 FROM investments WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    requireDay(receivedOn, found.requestedAt);
    const amount = BigInt(receipt.amount);
    const key = handReceiptKey(bankReference);
    const isRepeated = (await tx.ledgerEntry.count({ where: { key } })) > 0;
    if (!isRepeated) await requireNoLine(tx, { id, bankReference, amount, receivedOn });
    await postOwn(tx, { key, id, on: receivedOn, amount });
    if (isRepeated) return getAdminInvestment(id, tx);
    const { surplus } = await allocateReceipt(tx, viewer.userId, {
      investmentId: id,
      amount,
      receivedOn,
      source: bankReference,
    });
    if (surplus > 0n)
      await requestReturn(tx, { amount: surplus, investmentId: id, userId: found.userId, lineId: null });
    return getAdminInvestment(id, tx);
  });
}

function requireDay(receivedOn: string, requestedAt: Date): void {
  if (receivedOn > lagosDay()) throw invalid("receivedOn", "This day has not come yet");
  if (receivedOn < lagosDay(requestedAt))
    throw invalid("receivedOn", "This day is before the investment was requested");
}

interface HandReceipt {
  id: string;
  bankReference: string;
  amount: bigint;
  receivedOn: string;
}

/**
 * Throws CONFLICT if a line of an imported statement is, or seems to be, this receipt: its money is in the books. Such a line has the bank's
 * reference, waits with this investment as its proposal, or was matched with it on this day.
 */
async function requireNoLine(tx: Tx, { id, bankReference, amount, receivedOn }: HandReceipt): Promise<void> {
  const on = new Date(`${receivedOn}T00:00:00Z`);
  const line = await tx.statementLine.findFirst({
    where: {
      amount,
      OR: [
        { bankReference },
        { state: "waiting", proposedId: id },
        { state: { not: "waiting" }, investmentIds: { has: id }, on },
      ],
    },
    orderBy: { state: "asc" },
  });
  if (!line) return;
  const what = `An imported statement has a line of ${formatKobo(amount)} of ${dayOf(line.on)}`;
  throw new AppError(
    "CONFLICT",
    line.state === "waiting"
      ? `${what}. It waits under Payments: match it there.`
      : line.investmentIds.includes(id)
        ? `${what} that was matched with this investment already.`
        : `${what} with this reference of the bank. It is decided under Payments.`,
  );
}

/**
 * Cancels a partly paid investment, and asks for the return of what was received to its investor. Throws NOT_FOUND, FORBIDDEN, also for an
 * investment of the viewer, RECENTLY_RESET and CONFLICT. The route has required a fresh proof of identity.
 */
export const returnPartlyPaid = (viewer: Viewer, id: string): Promise<AdminInvestmentDto> =>
  transaction(async (tx) => {
    const found = await tx.investment.findUnique({ where: { id } });
    if (!found) throw notFound();
    const { userId } = found;
    await lockMoneyAdministrator(tx, viewer, [userId]);
    const amount = await cancelPartlyPaid(tx, viewer.userId, id);
    await requestReturn(tx, { amount, investmentId: id, userId, lineId: null });
    return getAdminInvestment(id, tx);
  });

async function postOwn(
  tx: Tx,
  { key, id, on, amount }: { key: string; id: string; on: string; amount: bigint },
): Promise<void> {
  try {
    const postings = [debit("bank", amount), credit("unallocated_receipts", amount)];
    await postEntry(tx, { key, kind: "receipt", on, subjectId: id, postings });
  } catch (error) {
    if (error instanceof AppError && error.code === "CONFLICT")
      throw new AppError("CONFLICT", "Another receipt was recorded with this reference of the bank");
    throw error;
  }
}
