import type { TermsDto } from "@/lib/plans/terms-schema";

/** Terms of a plan with a fixed return. */
export const sampleTerms: TermsDto = {
  minimum: "10000000",
  step: "1000000",
  capacity: null,
  tenor: { unit: "months", count: 12 },
  return: { kind: "fixed", rate: 1_800 },
  dayCount: "actual/365",
  payout: "maturity",
  earlyRedemption: null,
  fee: 0,
  withholdingTax: 1_000,
  riskText: "You can lose money.",
  termsText: "The money is lent as a whole.",
};
