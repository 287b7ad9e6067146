import type { AccountName } from "./chart";

/** The kinds of entries: what each means, and which accounts it may debit and credit (docs/ledger.md). Safe in the browser. */
interface Kind {
  label: string;
  debits: readonly AccountName[];
  credits: readonly AccountName[];
}

export const kinds = {
  /** Money arrived in the bank account. */
  receipt: { label: "Receipt", debits: ["bank"], credits: ["unallocated_receipts"] },
  /** A receipt, or a part of it, was matched with an investment that waits for money. */
  receipt_match: { label: "Receipt matched", debits: ["unallocated_receipts"], credits: ["received"] },
  /** The whole amount of an investment has arrived and is invested. */
  allocation: {
    label: "Invested",
    debits: ["received", "unallocated_receipts"],
    credits: ["principal"],
  },
  /** A receipt that belongs to no investment, or is too much, was released to be sent back. */
  receipt_return: {
    label: "Receipt to be returned",
    debits: ["unallocated_receipts"],
    credits: ["payouts_in_transit"],
  },
  /** A return is due: the investor's part, the tax withheld from it, and a fee. */
  return_due: {
    label: "Return due",
    debits: ["return_expense"],
    credits: ["due_to_investor", "withholding_tax_payable", "fee_income"],
  },
  /** A declared loss, which makes the principal less. */
  loss: { label: "Loss", debits: ["principal"], credits: ["return_expense"] },
  /** Principal is due: at maturity, or by a redemption. */
  principal_due: {
    label: "Principal due",
    debits: ["principal"],
    credits: ["due_to_investor", "redemption_charges"],
  },
  /** What was due is invested again. */
  reinvestment: { label: "Reinvestment", debits: ["due_to_investor"], credits: ["principal"] },
  /** A payout was released to the bank. */
  payout_release: { label: "Payout released", debits: ["due_to_investor"], credits: ["payouts_in_transit"] },
  /** The bank's statement shows a payout, or a receipt that was sent back. */
  payout: { label: "Payout", debits: ["payouts_in_transit"], credits: ["bank"] },
  /** A payout failed before it left the bank, or came back: it is due again, or unallocated if it was a receipt. */
  payout_return: {
    label: "Payout returned",
    debits: ["payouts_in_transit", "bank"],
    credits: ["due_to_investor", "unallocated_receipts"],
  },
  /** Withheld tax was paid to the tax authority. */
  tax_payment: { label: "Tax paid", debits: ["withholding_tax_payable"], credits: ["bank"] },
  /** Money between this bank account and the firm's other books. */
  transfer: {
    label: "Transfer of the firm",
    debits: ["bank", "general_ledger"],
    credits: ["bank", "general_ledger"],
  },
} as const satisfies Record<string, Kind>;

/** The kind of an entry that reverses another: it has the same accounts, on the other side. */
export const REVERSAL = "reversal";

export type EntryKind = keyof typeof kinds;

/** The name of a kind for administrators. A kind that is none stays as it is. */
export const kindLabel = (kind: string): string =>
  kind === REVERSAL ? "Reversal" : Object.hasOwn(kinds, kind) ? kinds[kind as EntryKind].label : kind;

/** The accounts of an entry on the side where its kind does not allow them; empty for a correct entry. */
export const misplacedAccounts = (
  kind: EntryKind,
  postings: readonly { account: AccountName; amount: bigint }[],
): AccountName[] => {
  const { debits, credits }: Kind = kinds[kind];
  return postings.flatMap(({ account, amount }) =>
    (amount > 0n ? debits : credits).includes(account) ? [] : [account],
  );
};
