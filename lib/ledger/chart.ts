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
