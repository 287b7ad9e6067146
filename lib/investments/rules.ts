import { defineStates, stateAfter, statesIn, type StateOf } from "@/lib/acts/rules";
import { formatKobo } from "@/lib/money";

/**
 * The states of an investment (product 10.31). A requested investment becomes active when its full amount has been received. Safe in the
 * browser.
 */
export const investmentRules = defineStates({
  /** An instalment creates an investment by reinvestment. */
  none: { request: "requested", instalment: "active" },
  requested: {
    cancel: "cancelled",
    cancel_and_refund: "cancelled",
    expire: "expired",
    match: "active",
    receipt: "active",
  },
  active: {
    instalment: "matured",
    redeem: "redeemed",
    post_redemption: "redeemed",
    end: "ended",
    post_end: "ended",
  },
  cancelled: {},
  expired: {},
  matured: {},
  redeemed: {},
  ended: {},
});
export type InvestmentState = StateOf<typeof investmentRules>;

export const investmentStates = statesIn(investmentRules);

export const stateLabels: Record<InvestmentState, string> = {
  requested: "Waiting for transfer",
  active: "Active",
  cancelled: "Cancelled",
  expired: "Expired",
  matured: "Matured",
  redeemed: "Redeemed",
  ended: "Ended",
};

/** Returns whether receipts can still be matched with an investment. */
export const isUnpaid = (state: InvestmentState): boolean =>
  stateAfter(investmentRules, state, "match") !== null;

/** How long an investor can cancel free of charge. */
export const CANCEL_HOURS = 48;
/** After how many days without a receipt an investment expires. */
export const EXPIRY_DAYS = 14;

/** How many days before maturity an investor is asked to choose between reinvestment and payout. */
export const CHOICE_DAYS = 7;

/** The facts that decide whether a requested investment can be cancelled or expires. `received` is the partial amount, in kobo. */
export interface RequestFacts {
  state: InvestmentState;
  received: bigint;
  /** Whether an undecided statement line has its reference. */
  hasPendingReceipt: boolean;
  cancelUntil: Date;
  expiresAt: Date;
}

/** Explains why an investor cannot cancel an investment; null if they can. */
export function cancelProblem(
  { state, received, hasPendingReceipt, cancelUntil }: RequestFacts,
  now = new Date(),
): string | null {
  if (stateAfter(investmentRules, state, "cancel") === null)
    return `This investment is already ${stateLabels[state].toLowerCase()}`;
  if (received > 0n) return "We have received money for this investment, so you can no longer cancel it here";
  if (hasPendingReceipt)
    return "Money has arrived for this investment and is being processed, so it cannot be cancelled now";
  return now < cancelUntil
    ? null
    : `An investment can be cancelled for ${CANCEL_HOURS} hours after the request`;
}

/** Returns whether an investment is still partly paid after the time in which it would have expired. */
export const isPartlyPaidTooLong = (
  { state, received, expiresAt }: Pick<RequestFacts, "state" | "received" | "expiresAt">,
  now = new Date(),
): boolean => state === "requested" && received > 0n && now >= expiresAt;

/**
 * Explains why a request of `amount` would hold too much capacity without being paid; null if it would not. `holdable` is what the
 * investor's further requests can hold; null without a limit.
 */
export function holdProblem(amount: bigint, holdable: bigint | null, minimum: bigint): string | null {
  if (holdable === null || amount <= holdable) return null;
  return holdable < minimum
    ? "Your unpaid investments already hold as much of this plan as one investor can. Pay or cancel one of them first."
    : `Until you have paid, you can reserve up to ${formatKobo(holdable)} of this plan. Once that is paid, you can invest more.`;
}

/** Returns whether an investment must expire. */
export const isOverdue = (
  { state, received, hasPendingReceipt, expiresAt }: RequestFacts,
  now = new Date(),
): boolean =>
  stateAfter(investmentRules, state, "expire") !== null &&
  received === 0n &&
  !hasPendingReceipt &&
  now >= expiresAt;
