import "server-only";
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

/** Money arrives in the bank account. A manual receipt names its investment. */
export const receipt = (event: Event, investmentId: string | null = null): EntryInput =>
  entry("receipt", event, investmentId, [
    debit("bank", event.amount),
    credit("unallocated_receipts", event.amount),
  ]);

/** A receipt is taken out again: its line is not a receipt, or a line shows a manual receipt, which would otherwise count twice. */
export const receiptCorrection = (event: Event, investmentId: string | null = null): EntryInput =>
  entry("receipt_correction", event, investmentId, [
    debit("unallocated_receipts", event.amount),
    credit("bank", event.amount),
  ]);

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
    credit("bank", event.amount),
  ]);

/**
 * The bank rejects a payout before paying it (`payouts_in_transit`) or returns it (`bank`): its amount is due again to its investment, or
 * unallocated if it was a refund (`dueTo` is null).
 */
export const payoutReturn = (
  event: Event & { from: "bank" | "payouts_in_transit"; dueTo: Investment | null },
  investmentId: string | null,
): EntryInput =>
  entry("payout_return", event, investmentId, [
    debit(event.from, event.amount),
    event.dueTo
      ? credit("due_to_investor", event.amount, holderOf(event.dueTo))
      : credit("unallocated_receipts", event.amount),
  ]);

/** Withheld tax is paid to the tax authority. */
export const taxPayment = (event: Event): EntryInput =>
  entry("tax_payment", event, null, [
    debit("withholding_tax_payable", event.amount),
    credit("bank", event.amount),
  ]);

/** The firm's own funds move into the bank account, or out of it to the general ledger. */
export const transfer = (event: Event & { isIn: boolean }): EntryInput =>
  entry(
    "transfer",
    event,
    null,
    event.isIn
      ? [debit("bank", event.amount), credit("general_ledger", event.amount)]
      : [debit("general_ledger", event.amount), credit("bank", event.amount)],
  );
