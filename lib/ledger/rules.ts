import { allowsDirection, categories, mapCategories } from "./category-rules";

/**
 * The chart of accounts: the one definition of every account of the ledger (docs/ledger.md). Safe in the browser. Debits are positive and
 * credits negative, so assets and expenses normally have a positive balance, liabilities and income a negative one.
 */
interface Account {
  label: string;
  type: "asset" | "liability" | "income" | "expense";
  /** What has an account of this name: the firm, once; each bank account; or each investment, whose investor owns it. */
  of: "firm" | "bank account" | "investment";
}

const ofFirm = (type: Account["type"], label: string): Account => ({ label, type, of: "firm" });
const ofInvestment = (label: string): Account => ({ label, type: "liability", of: "investment" });

export const chart = {
  /** The balance of a bank account, as its statements show it. */
  bank: { label: "Bank account", type: "asset", of: "bank account" },
  /** Balances from before the first statement of a bank account, and of lines that are missing between statements. */
  brought_forward: ofFirm("liability", "Brought forward"),
  /** Manual receipts that no statement shows yet. */
  expected_receipts: ofFirm("asset", "Expected receipts"),
  /** Receipts that are not matched with an investment yet. */
  unallocated_receipts: ofFirm("liability", "Unallocated receipts"),
  /** Payments on a statement whose purpose is not decided yet. */
  unallocated_payments: ofFirm("asset", "Unallocated payments"),
  /** Lines that are not the firm's money, such as an error of the bank: zero once the bank has reversed them. */
  ignored_lines: ofFirm("asset", "Ignored lines"),
  /** Receipts for an investment, held until its amount is complete. */
  received: ofInvestment("Received for an investment"),
  /** Invested principal, which the firm owes at maturity. */
  principal: ofInvestment("Invested principal"),
  /** Amounts due that have not been paid out. */
  due_to_investor: ofInvestment("Due to the investor"),
  /** Released payouts that no bank statement shows yet. */
  payouts_in_transit: ofFirm("liability", "Payouts in transit"),
  /** Withheld tax owed to the tax authority. */
  withholding_tax_payable: ofFirm("liability", "Withholding tax payable"),
  /** The link to the firm's general ledger: funds that the firm adds or withdraws. */
  general_ledger: ofFirm("liability", "General ledger"),
  /** Money for companies that the firm invests in, less what came back. Their value is not part of this ledger. */
  company_funding: ofFirm("asset", "Company funding"),
  /** Returns credited to investors, before tax. */
  return_expense: ofFirm("expense", "Return to investors"),
  /** Charges of banks, also those deducted from transfers of investors, which the firm bears. */
  bank_charges: ofFirm("expense", "Bank charges"),
  /** Value added tax, mostly on bank charges. */
  vat_paid: ofFirm("expense", "VAT paid"),
  stamp_duty: ofFirm("expense", "Stamp duty"),
  fee_income: ofFirm("income", "Fees"),
  redemption_charges: ofFirm("income", "Redemption charges"),
} satisfies Record<string, Account>;

export type AccountName = keyof typeof chart;

export const accountNames = Object.keys(chart) as AccountName[];

/** Returns whether a stored name is in the chart of accounts. */
export const isAccountName = (name: string): name is AccountName => Object.hasOwn(chart, name);

/** A kind of entry: its name, and which accounts it may debit and credit (docs/ledger.md). */
interface Kind {
  label: string;
  debits: readonly AccountName[];
  credits: readonly AccountName[];
}

export const kinds = {
  /** A statement shows money received. */
  receipt: { label: "Receipt", debits: ["bank"], credits: ["unallocated_receipts"] },
  /** A statement shows money paid out. */
  payment: { label: "Payment", debits: ["unallocated_payments"], credits: ["bank"] },
  /** A statement does not continue the one before, or is the first: its lines lead to another balance. */
  brought_forward: {
    label: "Brought forward",
    debits: ["bank", "brought_forward"],
    credits: ["bank", "brought_forward"],
  },
  /** A receipt was recorded by hand. */
  expected_receipt: {
    label: "Receipt expected",
    debits: ["expected_receipts"],
    credits: ["unallocated_receipts"],
  },
  /** A statement shows a manual receipt, whose line replaces it. */
  receipt_correction: {
    label: "Expected receipt found",
    debits: ["unallocated_receipts"],
    credits: ["expected_receipts"],
  },
  /** A line is not the firm's money. */
  ignored: {
    label: "Line ignored",
    debits: ["unallocated_receipts", "ignored_lines"],
    credits: ["ignored_lines", "unallocated_payments"],
  },
  /** A receipt, or an allocation of it, is matched with an investment that is not fully paid. */
  receipt_match: { label: "Receipt matched", debits: ["unallocated_receipts"], credits: ["received"] },
  /** A transfer falls short by a bank charge, which the firm bears, so that the amount of an investment is complete. */
  charge_accepted: { label: "Bank charge accepted", debits: ["bank_charges"], credits: ["received"] },
  /** The full amount of an investment has arrived and is invested. */
  allocation: {
    label: "Invested",
    debits: ["received", "unallocated_receipts"],
    credits: ["principal"],
  },
  /** An investment is cancelled, and what was received for it is unallocated again. */
  receipt_release: { label: "Receipt unallocated", debits: ["received"], credits: ["unallocated_receipts"] },
  /** A refund is released: a surplus, or a receipt that belongs to no investment. */
  receipt_return: {
    label: "Refund released",
    debits: ["unallocated_receipts"],
    credits: ["payouts_in_transit"],
  },
  /** A return is due: the investor's share, withholding tax and the fee. */
  return_due: {
    label: "Return due",
    debits: ["return_expense"],
    credits: ["due_to_investor", "withholding_tax_payable", "fee_income"],
  },
  /** A declared loss reduces the principal. */
  loss: { label: "Loss", debits: ["principal"], credits: ["return_expense"] },
  /** Principal is due, at maturity or after a redemption. */
  principal_due: {
    label: "Principal due",
    debits: ["principal"],
    credits: ["due_to_investor", "redemption_charges"],
  },
  /** An amount due is invested again. */
  reinvestment: { label: "Reinvestment", debits: ["due_to_investor"], credits: ["principal"] },
  /** A payout was released to the bank. */
  payout_release: { label: "Payout released", debits: ["due_to_investor"], credits: ["payouts_in_transit"] },
  /** A bank statement shows a payout or a refund. */
  payout: { label: "Payout", debits: ["payouts_in_transit"], credits: ["unallocated_payments"] },
  /** The bank has rejected or returned a payout: its amount is due again, or unallocated if it was a refund. */
  payout_return: {
    label: "Payout returned",
    debits: ["payouts_in_transit", "unallocated_receipts"],
    credits: ["due_to_investor", "unallocated_receipts"],
  },
  /** A line is booked as a category. */
  ...mapCategories((category): Kind => {
    const { label, account } = categories[category];
    const isIn = allowsDirection(category, "in");
    return {
      label,
      debits: [...(isIn ? (["unallocated_receipts"] as const) : []), account],
      credits: [...(isIn ? [account] : []), "unallocated_payments"],
    };
  }),
} as const satisfies Record<string, Kind>;

/** The kind of a reversing entry, which has the same accounts on the opposite sides. */
export const REVERSAL = "reversal";

export type EntryKind = keyof typeof kinds;

/** Returns the label of a kind for administrators. An unknown kind is returned unchanged. */
export const kindLabel = (kind: string): string =>
  kind === REVERSAL ? "Reversal" : Object.hasOwn(kinds, kind) ? kinds[kind as EntryKind].label : kind;

/** Returns the accounts to which an entry posts on a side that its kind does not allow; empty for a valid entry. */
export const misplacedAccounts = (
  kind: EntryKind,
  postings: readonly { account: AccountName; amount: bigint }[],
): AccountName[] => {
  const { debits, credits }: Kind = kinds[kind];
  return postings.flatMap(({ account, amount }) =>
    (amount > 0n ? debits : credits).includes(account) ? [] : [account],
  );
};
