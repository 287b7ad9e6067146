/**
 * The states of an investment and the acts that lead from one to the next (product 10.31). Safe in the browser. An investment is paid when
 * its whole amount has been received: that is the moment at which a requested one becomes active.
 */
export const states = {
  /** It waits for the money. */
  requested: {
    label: "Waiting for transfer",
    acts: { cancel: "cancelled", expire: "expired", pay: "active" },
  },
  /** It is paid, and its tenor has begun. */
  active: { label: "Active", acts: { undo: "requested", mature: "matured", redeem: "redeemed" } },
  cancelled: { label: "Cancelled", acts: {} },
  /** Nothing was received in time. */
  expired: { label: "Expired", acts: {} },
  /** Its tenor has ended, and everything is due. */
  matured: { label: "Matured", acts: {} },
  /** The whole principal was redeemed early. */
  redeemed: { label: "Redeemed", acts: {} },
} as const satisfies Record<string, { label: string; acts: Partial<Record<Act, string>> }>;

/**
 * - cancel: by the investor, within CANCEL_HOURS and while nothing was received; afterwards by an administrator, who returns what was
 *   received
 * - expire: by a job after EXPIRY_DAYS, if nothing was received
 * - pay: by a receipt that completes the amount
 * - undo: by an administrator who has matched a wrong receipt, while nothing else was posted
 * - mature: by a job at the end of the tenor
 * - redeem: by the investor, of all principal that is left
 */
export type Act = "cancel" | "expire" | "pay" | "undo" | "mature" | "redeem";
export type InvestmentState = keyof typeof states;

export const investmentStates = Object.keys(states) as [InvestmentState, ...InvestmentState[]];

/** The state after an act, or null where the act is not possible. */
export function stateAfter(state: InvestmentState, act: Act): InvestmentState | null {
  const acts: Partial<Record<Act, InvestmentState>> = states[state].acts;
  return acts[act] ?? null;
}

/** How long an investor can cancel without cost. */
export const CANCEL_HOURS = 48;
/** After how many days without a receipt an investment expires. */
export const EXPIRY_DAYS = 14;

/** What decides about the acts on a requested investment. `received` is in kobo and counts what waits for the rest. */
export interface Waiting {
  state: InvestmentState;
  received: bigint;
  /** Whether a line of a bank statement with its reference waits for a person: its money may have arrived. */
  isArriving: boolean;
  cancelUntil: Date;
  expiresAt: Date;
}

/** Why an investor cannot cancel an investment, or null. */
export function cancelProblem(
  { state, received, isArriving, cancelUntil }: Waiting,
  now = new Date(),
): string | null {
  if (stateAfter(state, "cancel") === null)
    return `This investment is already ${states[state].label.toLowerCase()}`;
  if (received > 0n)
    return "We have received money for this investment, so it can no longer be cancelled here";
  if (isArriving)
    return "Money has arrived for this investment and is being looked at, so it cannot be cancelled now";
  return now < cancelUntil
    ? null
    : `An investment can be cancelled for ${CANCEL_HOURS} hours after the request`;
}

/** Whether an investment has to expire. */
export const isOverdue = ({ state, received, isArriving, expiresAt }: Waiting, now = new Date()): boolean =>
  stateAfter(state, "expire") !== null && received === 0n && !isArriving && now >= expiresAt;
