import "server-only";
import type { dueDiligence } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const dueDiligenceSummaries: Record<keyof typeof dueDiligence, string> = {
  ownDueDiligence: "Read the state of one's own due diligence form",
  sendDueDiligence: "Send the due diligence form for review, with the document of the draft; audited",
  getDueDiligenceDraft: "Read the form as it was typed last, the Tax ID masked",
  saveDueDiligenceDraft: "Save the form as it is typed",
  putDueDiligenceDocument: "Upload the document about the source of funds",
  removeDueDiligenceDocument: "Remove the document about the source of funds",
  listDueDiligence: "List the due diligence forms by state; reads are recorded",
  getDueDiligence: "Read a due diligence form with its findings; the read is recorded",
  decideDueDiligence:
    "Approve a due diligence form, or ask the customer for changes; serious findings need a second person; audited",
};
