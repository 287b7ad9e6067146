import { compareNames } from "@/lib/names";
import type { NameEnquiryState } from "./name-enquiry-state-rules";

/** Rules of name enquiries (product 10.34): whom the institution names as the holder of a payout's account. Pure. */

/** An enquiry without an answer after this time, in milliseconds, is not waited for any longer. */
export const ENQUIRY_TIMEOUT_MS = 180_000;

const COMPANY = /\b(limited|ltd|plc|company|enterprises?|ventures|nig|nigeria|inc|llp|llc|gte)\b/i;

/**
 * Compares the name of a payout's account with the holder's name at the institution, or the provider's own comparison. Names of people match
 * if one contains all words of the other; names of companies must be equal. Without a name, nothing shows whose account it is.
 */
export function compareHolder(accountName: string, found: string | boolean | null): "matches" | "differs" {
  if (typeof found !== "string") return found ? "matches" : "differs";
  const match = compareNames(accountName, found);
  if (match === "partial") return COMPANY.test(`${accountName} ${found}`) ? "differs" : "matches";
  return match === "equal" ? "matches" : "differs";
}

/**
 * Returns the state of an enquiry now: one that waits too long has no answer, for example after a crash. Without an answer, one that was
 * given before the enquiry was repeated counts, so that no one asks until the provider fails.
 */
export function currentState(
  {
    state,
    earlierState,
    askedAt,
  }: { state: NameEnquiryState; earlierState?: NameEnquiryState | null; askedAt: Date },
  now: Date,
): NameEnquiryState {
  const isOverdue = state === "waiting" && now.getTime() - askedAt.getTime() > ENQUIRY_TIMEOUT_MS;
  return isOverdue || state === "no_answer" ? (earlierState ?? "no_answer") : state;
}
