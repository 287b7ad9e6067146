/**
 * The chart of accounts: the one definition of every account of the ledger (docs/ledger.md). Safe in the browser. Debits are positive and
 * credits negative, so assets and expenses normally have a positive balance, liabilities and income a negative one.
 */
interface Account {
  label: string;
  type: "asset" | "liability" | "income" | "expense";
  /** Whether each investment has its own account of this name, which belongs to its investor; the firm has one of each other name. */
  perInvestment: boolean;
}

const ofFirm = (type: Account["type"], label: string): Account => ({ label, type, perInvestment: false });
const ofInvestment = (label: string): Account => ({ label, type: "liability", perInvestment: true });

export const chart = {
  /** What is in the firm's bank account for investors, by its statement. */
  bank: ofFirm("asset", "Bank account"),
  /** Money that arrived and is not matched with an investment yet. */
  unallocated_receipts: ofFirm("liability", "Unallocated receipts"),
  /** What arrived for an investment and waits until the whole amount is there. */
  received: ofInvestment("Received for an investment"),
  /** What is invested: the firm owes it at maturity. */
  principal: ofInvestment("Invested principal"),
  /** What the firm owes the investor now. */
  due_to_investor: ofInvestment("Due to the investor"),
  /** Money of released payouts that the bank's statement does not show yet. */
  payouts_in_transit: ofFirm("liability", "Payouts in transit"),
  /** Tax that was withheld and is owed to the tax authority. */
  withholding_tax_payable: ofFirm("liability", "Withholding tax payable"),
  /** What the firm's other books owe these books or are owed: money that the firm adds, invests in companies, or takes as its own. */
  general_ledger: ofFirm("liability", "General ledger"),
  /** What was earned for investors, before tax. */
  return_expense: ofFirm("expense", "Return to investors"),
  fee_income: ofFirm("income", "Fees"),
  redemption_charges: ofFirm("income", "Redemption charges"),
} satisfies Record<string, Account>;

export type AccountName = keyof typeof chart;

export const accountNames = Object.keys(chart) as AccountName[];

/** Whether a stored name is one of the chart. */
export const isAccountName = (name: string): name is AccountName => Object.hasOwn(chart, name);

/** A kind of entry: its name, and which accounts it may debit and credit (docs/ledger.md). */
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
