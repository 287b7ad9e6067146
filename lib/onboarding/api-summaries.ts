import "server-only";
import type { onboarding } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const onboardingSummaries: Record<keyof typeof onboarding, string> = {
  setRole: "Choose startup or investor",
  setInvestorType: "Choose personal or corporate",
  submitVerification: "Store the answers of the individual form; the documents call completes them",
  submitDocuments: "Send the documents of the individual form and complete the submission",
  submitCorporate: "Store the answers of the corporate form; the documents call completes them",
  submitCorporateDocuments: "Send the documents of the corporate form and complete the submission",
  listRequestedChanges:
    "List what one was asked to change; only these parts can then be changed. Empty if all of it may be",
  verifyAgain: "End an approval that was given before one turned 18, to verify again as an adult",
  getDraft: "Get the form as it was left, numbers masked; null without a draft",
  saveDraft: "Save the form as it is; a number sent masked stays what it was",
  clearDraft: "Delete the draft and its documents",
  putDraftFile: "Upload a document ahead of the submission; the documents call may then name it by its id",
  removeDraftFile: "Remove an uploaded document from the form",
  verificationStatus: "Get the status of one's own verification",
};
