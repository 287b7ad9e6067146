/** The states of a name enquiry (product 10.34). Safe in the browser. */
export const nameEnquiryStates = ["waiting", "matches", "differs", "not_found", "no_answer"] as const;
export type NameEnquiryState = (typeof nameEnquiryStates)[number];

/** Whether a payout with this enquiry must not be released. */
export const isHolding = (state: NameEnquiryState): boolean => state === "differs" || state === "not_found";
