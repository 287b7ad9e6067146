import { expect } from "vitest";
import { queueRefund } from "@/lib/bank/refunds";
import { lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { credit, debit, postEntries } from "@/lib/ledger/entries";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";

/** Payouts (product 10.34): two administrators, verified accounts, the bank's file, and returned payouts. */
export const HUNDRED_THOUSAND = "10000000";

export const DAY_MS = 86_400_000;

export const totalsOf = async ({ _id }: { _id: string }) => (await readSubjectTotals([_id])).get(_id) ?? {};

export async function expectSoundLedger(): Promise<void> {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  expect(problems).toEqual([]);
}

/** Creates a receipt from an unknown sender that must be refunded. */
export async function unknownReceipt(amount: bigint): Promise<{ id: string; lineId: string }> {
  const lineId = uuidv7();
  await transaction(async (tx) => {
    await postEntries(tx, [
      {
        key: `receipt:${lineId}`,
        kind: "receipt",
        on: lagosDay(),
        postings: [debit("bank", amount), credit("unallocated_receipts", amount)],
      },
    ]);
    await queueRefund(tx, { amount, investmentId: null, userId: null, lineId });
  });
  const { id } = await db.payout.findFirstOrThrow({ where: { lineId } });
  return { id, lineId };
}

export const account = { bankName: "Zenith Bank", accountNumber: "0123456789", accountName: "Ada Obi" };

export const readsOf = (userId: string, readerId: string, part: string) =>
  db.auditEvent.count({
    where: {
      actorId: readerId,
      targetId: userId,
      action: "user.viewed",
      data: { path: ["part"], equals: part },
    },
  });
