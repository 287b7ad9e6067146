import { transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { credit, debit, postEntry, type EntryInput } from "@/lib/ledger/entries";

/** Ledger entries for tests. */
export interface Investment {
  subjectId: string;
  ownerId: string;
}

export const newInvestment = (ownerId = uuidv7()): Investment => ({ subjectId: uuidv7(), ownerId });

export const DAY = "2026-11-26";

/** The ledger has no foreign keys, so any id is a bank account. */
export const BANK_ACCOUNT = uuidv7();

export const receipt = (amount: bigint, key = `receipt:${uuidv7()}`): EntryInput => ({
  key,
  kind: "receipt",
  on: DAY,
  postings: [debit("bank", amount, { subjectId: BANK_ACCOUNT }), credit("unallocated_receipts", amount)],
});

export const allocation = (
  amount: bigint,
  investment: Investment,
  key = `allocation:${uuidv7()}`,
): EntryInput => ({
  key,
  kind: "allocation",
  on: DAY,
  subjectId: investment.subjectId,
  postings: [debit("unallocated_receipts", amount), credit("principal", amount, investment)],
});

export const post = (entry: EntryInput) => transaction((tx) => postEntry(tx, entry));

/** Creates a fully paid investment. */
export async function invest(amount: bigint, investment = newInvestment()): Promise<Investment> {
  await post(receipt(amount));
  await post(allocation(amount, investment));
  return investment;
}
