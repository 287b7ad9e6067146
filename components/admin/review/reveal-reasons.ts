import type { RevealReason } from "@/lib/review/schema";

/** The reasons for revealing a number, as reviewers read them. */
export const revealReasonLabels: Record<RevealReason, string> = {
  identity_check: "Checking the identity",
  bank_check: "Checking the bank details",
  duplicate_check: "Comparing possible duplicates",
  applicant_request: "The applicant asked for it",
  other: "Another reason",
};
