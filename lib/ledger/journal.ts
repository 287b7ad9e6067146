import "server-only";
import { categories, type Category } from "./category-rules";
import { credit, debit, type EntryInput, type PostingInput } from "./entries";
import type { EntryKind } from "./rules";

/**
 * The entry of each business event: the table of docs/ledger.md as code. Nothing else builds entries. Amounts are in kobo and not negative.
 */
interface Event {
  /** The act that posts it. */
  actId: string;
  /** Distinguishes entries of the same kind within an act, such as those of two investments. */
  part?: string;
  /** The Lagos day on which it happened, as `YYYY-MM-DD`. */
  on: string;
  amount: bigint;
}

/** An investment and its investor. */
interface Investment {
  id: string;
  userId: string;
}

const holderOf = ({ id, userId }: Investment) => ({ subjectId: id, ownerId: userId });

const entry = (
  kind: EntryKind,
  { actId, part, on }: Event,
  subjectId: string | null,
  postings: readonly PostingInput[],
): EntryInput => ({
  key: [kind, actId, ...(part ? [part] : [])].join(":"),
  actId,
  kind,
  on,
  subjectId: subjectId ?? undefined,
  postings,
});

/** The holder of the ledger account of a bank account. */
const inBank = (bankAccountId: string) => ({ subjectId: bankAccountId });

/** A statement shows money received. */
export const receipt = (bankAccountId: string, event: Event): EntryInput =>
  entry("receipt", event, null, [
    debit("bank", event.amount, inBank(bankAccountId)),
    credit("unallocated_receipts", event.amount),
  ]);

/** A statement shows money paid out. */
export const payment = (bankAccountId: string, event: Event): EntryInput =>
  entry("payment", event, null, [
    debit("unallocated_payments", event.amount),
    credit("bank", event.amount, inBank(bankAccountId)),
  ]);

/** The balance of a bank account changes by more than its lines (`isMore`) or by less, because no statement shows the rest. */
export const broughtForward = (bankAccountId: string, event: Event & { isMore: boolean }): EntryInput => {
  const [bank, rest] = event.isMore ? [debit, credit] : [credit, debit];
  return entry("brought_forward", event, null, [
    bank("bank", event.amount, inBank(bankAccountId)),
    rest("brought_forward", event.amount),
  ]);
};

/** A receipt for an investment is recorded by hand. */
export const expectedReceipt = (event: Event, investmentId: string): EntryInput =>
  entry("expected_receipt", event, investmentId, [
    debit("expected_receipts", event.amount),
    credit("unallocated_receipts", event.amount),
  ]);

/** A statement shows a manual receipt, which would otherwise count twice. */
export const receiptCorrection = (event: Event, investmentId: string): EntryInput =>
  entry("receipt_correction", event, investmentId, [
    debit("unallocated_receipts", event.amount),
    credit("expected_receipts", event.amount),
  ]);

/** A line is not the firm's money. */
export const ignored = (event: Event & { isIn: boolean }): EntryInput =>
  entry(
    "ignored",
    event,
    null,
    event.isIn
      ? [debit("unallocated_receipts", event.amount), credit("ignored_lines", event.amount)]
      : [debit("ignored_lines", event.amount), credit("unallocated_payments", event.amount)],
  );

/** A receipt, or an allocation of it, is matched with an investment that is not fully paid. */
export const receiptMatch = (investment: Investment, event: Event): EntryInput =>
  entry("receipt_match", event, investment.id, [
    debit("unallocated_receipts", event.amount),
    credit("received", event.amount, holderOf(investment)),
  ]);

/** A transfer falls short by a bank charge, which the firm bears. */
export const chargeAccepted = (investment: Investment, event: Event): EntryInput =>
  entry("charge_accepted", event, investment.id, [
    debit("bank_charges", event.amount),
    credit("received", event.amount, holderOf(investment)),
  ]);

/** The full amount of an investment has arrived and is invested. */
export const allocation = (investment: Investment, event: Event): EntryInput =>
  entry("allocation", event, investment.id, [
    debit("received", event.amount, holderOf(investment)),
    credit("principal", event.amount, holderOf(investment)),
  ]);

/** An investment is cancelled, and what was received for it is unallocated again. */
export const receiptRelease = (investment: Investment, event: Event): EntryInput =>
  entry("receipt_release", event, investment.id, [
    debit("received", event.amount, holderOf(investment)),
    credit("unallocated_receipts", event.amount),
  ]);

/** A declared loss reduces the principal. */
export const loss = (investment: Investment, event: Event): EntryInput =>
  entry("loss", event, investment.id, [
    debit("principal", event.amount, holderOf(investment)),
    credit("return_expense", event.amount),
  ]);

/** Principal is due, at maturity or after a redemption, less the charge. */
export const principalDue = (investment: Investment, event: Event & { charge: bigint }): EntryInput =>
  entry("principal_due", event, investment.id, [
    debit("principal", event.amount, holderOf(investment)),
    credit("due_to_investor", event.amount - event.charge, holderOf(investment)),
    credit("redemption_charges", event.charge),
  ]);

/** A return is due: the investor's share, withholding tax and the fee, which add up to the amount. */
export const returnDue = (
  investment: Investment,
  event: Event & { net: bigint; tax: bigint; fee: bigint },
): EntryInput =>
  entry("return_due", event, investment.id, [
    debit("return_expense", event.amount),
    credit("due_to_investor", event.net, holderOf(investment)),
    credit("withholding_tax_payable", event.tax),
    credit("fee_income", event.fee),
  ]);

/** An amount due is invested again. The new investment is the subject. */
export const reinvestment = (matured: Investment, renewed: Investment, event: Event): EntryInput =>
  entry("reinvestment", event, renewed.id, [
    debit("due_to_investor", event.amount, holderOf(matured)),
    credit("principal", event.amount, holderOf(renewed)),
  ]);

/** A payout of an amount due is released to the bank. */
export const payoutRelease = (investment: Investment, event: Event): EntryInput =>
  entry("payout_release", event, investment.id, [
    debit("due_to_investor", event.amount, holderOf(investment)),
    credit("payouts_in_transit", event.amount),
  ]);

/** A refund is released to the bank. `investmentId` is the investment for which the money was received, if known. */
export const refundRelease = (event: Event, investmentId: string | null): EntryInput =>
  entry("receipt_return", event, investmentId, [
    debit("unallocated_receipts", event.amount),
    credit("payouts_in_transit", event.amount),
  ]);

/** A bank statement shows a payout or a refund. */
export const payout = (event: Event, investmentId: string | null): EntryInput =>
  entry("payout", event, investmentId, [
    debit("payouts_in_transit", event.amount),
    credit("unallocated_payments", event.amount),
  ]);

/**
 * The bank rejects a payout before paying it (`payouts_in_transit`) or returns it (`unallocated_receipts`): its amount is due again to its
 * investment, or unallocated if it was a refund (`dueTo` is null). Returns null for a returned refund, which is unallocated already.
 */
export const payoutReturn = (
  event: Event & { from: "unallocated_receipts" | "payouts_in_transit"; dueTo: Investment | null },
  investmentId: string | null,
): EntryInput | null =>
  event.from === "unallocated_receipts" && !event.dueTo
    ? null
    : entry("payout_return", event, investmentId, [
        debit(event.from, event.amount),
        event.dueTo
          ? credit("due_to_investor", event.amount, holderOf(event.dueTo))
          : credit("unallocated_receipts", event.amount),
      ]);

/** A line that concerns no investor is booked as a category: money in (`isIn`) or out. */
export const booking = (category: Category, event: Event & { isIn: boolean }): EntryInput => {
  const { account } = categories[category];
  return entry(
    category,
    event,
    null,
    event.isIn
      ? [debit("unallocated_receipts", event.amount), credit(account, event.amount)]
      : [debit(account, event.amount), credit("unallocated_payments", event.amount)],
  );
};
