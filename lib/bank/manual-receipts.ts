import "server-only";
import type * as z from "zod";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { dayOf, lagosDay, dateOf } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { allocateReceipt, cancelPartlyPaid } from "@/lib/investments/commands";
import { getAdminInvestment } from "@/lib/investments/queries";
import type { AdminInvestmentDto } from "@/lib/investments/schema";
import { queueRefund } from "@/lib/ledger/dues";
import { postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { AdvisoryLock, lockShared } from "@/lib/locks";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";

import type { recordReceiptSchema } from "./schema";

/**
 * Records a receipt that an administrator has seen in the bank account, and matches it with an investment. The bank reference is the
 * idempotency key. Queues any surplus as a refund. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET, VALIDATION_FAILED at `receivedOn`, and
 * CONFLICT if the bank reference belongs to another receipt or to an imported statement line. The route requires a fresh proof of identity.
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
    await lockShared(tx, AdvisoryLock.manualReceipts);
    // A repeated call waits here, and then reads the first one's receipt.
    await tx.$queryRaw`SELECT 1 FROM investments WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    requireDay(receivedOn, found.requestedAt);
    const amount = BigInt(receipt.amount);
    const manual = { investmentId: id, amount, on: dateOf(receivedOn), bankReference };
    const earlier = await tx.manualReceipt.findFirst({
      where: { bankReference, state: { not: "withdrawn" } },
    });
    if (earlier) {
      requireSame(earlier, manual);
      return getAdminInvestment(id, tx);
    }
    await requireNoLine(tx, { id, bankReference, amount, receivedOn });
    const [receiptId, { userId }] = [uuidv7(), found];
    const actId = await recordAct(tx, { kind: "receipt", actorId: viewer.userId, subjects: {} });
    const { count } = await tx.manualReceipt.createMany({
      data: { ...manual, id: receiptId, actId },
      skipDuplicates: true,
    });
    if (count === 0) throw referenceUsedError();
    await recordCreated(tx, actId, "receipt", [receiptId]);
    await postEntry(tx, journal.expectedReceipt({ actId, on: receivedOn, amount }, id));
    const surplus = await allocateReceipt(tx, viewer.userId, actId, { investmentId: id, amount, receivedOn });
    await queueRefund(tx, actId, { amount: surplus, investmentId: id, userId, receiptId });
    return getAdminInvestment(id, tx);
  });
}

const referenceUsedError = () =>
  new AppError("CONFLICT", "Another receipt was recorded with this bank reference");

type Content = Pick<Prisma.ManualReceiptModel, "investmentId" | "amount" | "on">;

/** Throws CONFLICT unless a repeated receipt has the content of the earlier one. */
function requireSame(earlier: Content, receipt: Content): void {
  const isSame =
    earlier.investmentId === receipt.investmentId &&
    earlier.amount === receipt.amount &&
    earlier.on.getTime() === receipt.on.getTime();
  if (!isSame) throw referenceUsedError();
}

/** The maximum number of matches of an investment that are compared. */
const MAX_MATCHES = 100;

function requireDay(receivedOn: string, requestedAt: Date): void {
  if (receivedOn > lagosDay()) throw invalid("receivedOn", "This date is in the future");
  if (receivedOn < lagosDay(requestedAt))
    throw invalid("receivedOn", "This date is before the investment was requested");
}

interface ManualReceipt {
  id: string;
  bankReference: string;
  amount: bigint;
  receivedOn: string;
}

/**
 * Throws CONFLICT if an imported statement line is, or seems to be, this receipt: it is already in the ledger. Such a line has the bank
 * reference, is undecided and proposed for this investment, or was matched with it on this day.
 */
async function requireNoLine(
  tx: Tx,
  { id, bankReference, amount, receivedOn }: ManualReceipt,
): Promise<void> {
  const matches = await tx.moneyActSubject.findMany({
    where: { thing: "investment", id, act: { kind: "match", undoneBy: null } },
    take: MAX_MATCHES,
  });
  const actIds = matches.map(({ actId }) => actId);
  const line = await tx.statementLine.findFirst({
    where: {
      amount,
      state: { not: "withdrawn" },
      OR: [
        { bankReference },
        { state: "waiting", proposedId: id },
        { actId: { in: actIds }, on: dateOf(receivedOn) },
      ],
    },
    orderBy: { state: "asc" },
  });
  if (!line) return;
  const description = `An imported bank statement has a line of ${formatKobo(amount)} on ${dayOf(line.on)}`;
  throw new AppError(
    "CONFLICT",
    line.state === "waiting"
      ? `${description}. Match it under Payments instead.`
      : actIds.includes(line.actId)
        ? `${description} that is already matched with this investment.`
        : `${description} with this bank reference. See its decision under Payments.`,
  );
}

/**
 * Cancels a partly paid investment, and queues a refund of the received amount to its investor. Throws NOT_FOUND, FORBIDDEN, including for
 * an investment of the viewer, RECENTLY_RESET and CONFLICT. The route requires a fresh proof of identity.
 */
export const refundPartlyPaid = (viewer: Viewer, id: string): Promise<AdminInvestmentDto> =>
  transaction(async (tx) => {
    const found = await tx.investment.findUnique({ where: { id } });
    if (!found) throw notFound();
    const { userId } = found;
    await lockMoneyAdministrator(tx, viewer, [userId]);
    const { actId, amount } = await cancelPartlyPaid(tx, viewer.userId, id);
    await queueRefund(tx, actId, { amount, investmentId: id, userId });
    return getAdminInvestment(id, tx);
  });
