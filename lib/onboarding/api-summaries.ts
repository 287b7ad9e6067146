import "server-only";
import type { onboarding } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const onboardingSummaries: Record<keyof typeof onboarding, string> = {
  setRole: "Choose startup or investor",
  setInvestorType: "Choose personal or corporate",
  submitVerification: "Store the answers of the individual form; the documents call completes the submission",
  submitDocuments: "Send the documents of the individual form and complete the submission",
  submitCorporate: "Store the answers of the corporate form; the documents call completes the submission",
  submitCorporateDocuments: "Send the documents of the corporate form and complete the submission",
  listRequestedChanges:
    "List the requested changes; only these parts can be changed. Empty if everything can be",
  startRenewal:
    "Open the form of an approved user who was asked to renew details, for the parts concerned; audited",
  verifyAgain: "End an approval given before the user turned 18, so that they can verify again as an adult",
  getDraft: "Get the draft of the form, with numbers masked; null without a draft",
  saveDraft: "Save the draft of the form; a number sent masked is left unchanged",
  clearDraft: "Delete the draft and its documents",
  putDraftFile: "Upload a document ahead of the submission; the documents call can then refer to it by id",
  removeDraftFile: "Remove an uploaded document from the form",
  verificationStatus: "Get the status of the current user's verification",
};
