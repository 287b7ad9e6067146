import "server-only";
import { credit, debit, type EntryInput } from "./entries";

/**
 * The entry of each business event: the table of docs/ledger.md as code. Nothing else builds entries. Amounts are in kobo and not negative.
 */
interface Event {
  /** The idempotency key of the event. */
  key: string;
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

/** Money arrives in the bank account. A manual receipt names its investment. */
export const receipt = ({
  key,
  on,
  amount,
  investmentId,
}: Event & { investmentId?: string }): EntryInput => ({
  key,
  kind: "receipt",
  on,
  subjectId: investmentId,
  postings: [debit("bank", amount), credit("unallocated_receipts", amount)],
});

/** A receipt, or an allocation of it, is matched with an investment that is not fully paid. */
export const receiptMatch = (investment: Investment, { key, on, amount }: Event): EntryInput => ({
  key,
  kind: "receipt_match",
  on,
  subjectId: investment.id,
  postings: [debit("unallocated_receipts", amount), credit("received", amount, holderOf(investment))],
});

/** The full amount of an investment has arrived and is invested. */
export const allocation = (investment: Investment, { key, on, amount }: Event): EntryInput => ({
  key,
  kind: "allocation",
  on,
  subjectId: investment.id,
  postings: [
    debit("received", amount, holderOf(investment)),
    credit("principal", amount, holderOf(investment)),
  ],
});

/** A declared loss reduces the principal. */
export const loss = (investment: Investment, { key, on, amount }: Event): EntryInput => ({
  key,
  kind: "loss",
  on,
  subjectId: investment.id,
  postings: [debit("principal", amount, holderOf(investment)), credit("return_expense", amount)],
});

/** Principal is due, at maturity or after a redemption, less the charge. */
export const principalDue = (
  investment: Investment,
  { key, on, amount, charge }: Event & { charge: bigint },
): EntryInput => ({
  key,
  kind: "principal_due",
  on,
  subjectId: investment.id,
  postings: [
    debit("principal", amount, holderOf(investment)),
    credit("due_to_investor", amount - charge, holderOf(investment)),
    credit("redemption_charges", charge),
  ],
});

/** A return is due: the investor's share, withholding tax and the fee, which add up to the amount. */
export const returnDue = (
  investment: Investment,
  { key, on, amount, net, tax, fee }: Event & { net: bigint; tax: bigint; fee: bigint },
): EntryInput => ({
  key,
  kind: "return_due",
  on,
  subjectId: investment.id,
  postings: [
    debit("return_expense", amount),
    credit("due_to_investor", net, holderOf(investment)),
    credit("withholding_tax_payable", tax),
    credit("fee_income", fee),
  ],
});

/** An amount due is invested again. The new investment is the subject. */
export const reinvestment = (
  matured: Investment,
  renewed: Investment,
  { key, on, amount }: Event,
): EntryInput => ({
  key,
  kind: "reinvestment",
  on,
  subjectId: renewed.id,
  postings: [
    debit("due_to_investor", amount, holderOf(matured)),
    credit("principal", amount, holderOf(renewed)),
  ],
});

/** A payout of an amount due is released to the bank. */
export const payoutRelease = (investment: Investment, { key, on, amount }: Event): EntryInput => ({
  key,
  kind: "payout_release",
  on,
  subjectId: investment.id,
  postings: [debit("due_to_investor", amount, holderOf(investment)), credit("payouts_in_transit", amount)],
});

/** A refund is released to the bank. `investmentId` is the investment for which the money was received, if known. */
export const refundRelease = ({
  key,
  on,
  amount,
  investmentId,
}: Event & { investmentId: string | null }): EntryInput => ({
  key,
  kind: "receipt_return",
  on,
  subjectId: investmentId ?? undefined,
  postings: [debit("unallocated_receipts", amount), credit("payouts_in_transit", amount)],
});

/** A bank statement shows a payout or a refund. */
export const payout = ({
  key,
  on,
  amount,
  investmentId,
}: Event & { investmentId: string | null }): EntryInput => ({
  key,
  kind: "payout",
  on,
  subjectId: investmentId ?? undefined,
  postings: [debit("payouts_in_transit", amount), credit("bank", amount)],
});

/**
 * The bank rejects a payout before paying it (`payouts_in_transit`) or returns it (`bank`): its amount is due again to its investment, or
 * unallocated if it was a refund (`dueTo` is null).
 */
export const payoutReturn = ({
  key,
  on,
  amount,
  from,
  dueTo,
  investmentId,
}: Event & {
  from: "bank" | "payouts_in_transit";
  dueTo: Investment | null;
  investmentId: string | null;
}): EntryInput => ({
  key,
  kind: "payout_return",
  on,
  subjectId: investmentId ?? undefined,
  postings: [
    debit(from, amount),
    dueTo ? credit("due_to_investor", amount, holderOf(dueTo)) : credit("unallocated_receipts", amount),
  ],
});

/** Withheld tax is paid to the tax authority. */
export const taxPayment = ({ key, on, amount }: Event): EntryInput => ({
  key,
  kind: "tax_payment",
  on,
  postings: [debit("withholding_tax_payable", amount), credit("bank", amount)],
});

/** The firm's own funds move into the bank account, or out of it to the general ledger. */
export const transfer = ({ key, on, amount, isIn }: Event & { isIn: boolean }): EntryInput => ({
  key,
  kind: "transfer",
  on,
  postings: isIn
    ? [debit("bank", amount), credit("general_ledger", amount)]
    : [debit("general_ledger", amount), credit("bank", amount)],
});
