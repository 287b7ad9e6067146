/**
 * The states of an investment and the transitions between them (product 10.31). Safe in the browser. A requested investment becomes active
 * when its full amount has been received.
 */
export const states = {
  /** Not fully paid. */
  requested: {
    label: "Waiting for transfer",
    acts: { cancel: "cancelled", expire: "expired", pay: "active" },
  },
  /** Fully paid; the tenor has begun. */
  active: { label: "Active", acts: { undo: "requested", mature: "matured", redeem: "redeemed" } },
  cancelled: { label: "Cancelled", acts: {} },
  /** No receipt in time. */
  expired: { label: "Expired", acts: {} },
  /** The tenor has ended. */
  matured: { label: "Matured", acts: {} },
  /** The whole principal was redeemed early. */
  redeemed: { label: "Redeemed", acts: {} },
} as const satisfies Record<string, { label: string; acts: Partial<Record<Act, string>> }>;

/**
 * - cancel: by the investor within CANCEL_HOURS and before any receipt; afterwards by an administrator, with a refund
 * - expire: by a job after EXPIRY_DAYS without a receipt
 * - pay: by a receipt that completes the amount
 * - undo: by an administrator who has matched a wrong receipt, unless later entries depend on it
 * - mature: by a job at the end of the tenor
 * - redeem: by the investor, of all remaining principal
 */
export type Act = "cancel" | "expire" | "pay" | "undo" | "mature" | "redeem";
export type InvestmentState = keyof typeof states;

export const investmentStates = Object.keys(states) as [InvestmentState, ...InvestmentState[]];

/** Returns the state after a transition, or null if it is not possible. */
export function stateAfter(state: InvestmentState, act: Act): InvestmentState | null {
  const acts: Partial<Record<Act, InvestmentState>> = states[state].acts;
  return acts[act] ?? null;
}

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
  if (stateAfter(state, "cancel") === null)
    return `This investment is already ${states[state].label.toLowerCase()}`;
  if (received > 0n) return "We have received money for this investment, so you can no longer cancel it here";
  if (hasPendingReceipt)
    return "Money has arrived for this investment and is being processed, so it cannot be cancelled now";
  return now < cancelUntil
    ? null
    : `An investment can be cancelled for ${CANCEL_HOURS} hours after the request`;
}

/** Returns whether an investment must expire. */
export const isOverdue = (
  { state, received, hasPendingReceipt, expiresAt }: RequestFacts,
  now = new Date(),
): boolean =>
  stateAfter(state, "expire") !== null && received === 0n && !hasPendingReceipt && now >= expiresAt;
