import "server-only";
import type { suspicions } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const suspicionSummaries: Record<keyof typeof suspicions, string> = {
  reportSuspicion: "Report a suspicion about a person or a payment to the compliance officer; audited",
  listSuspicions: "List reported suspicions; the reading is audited",
  decideSuspicion: "Record what was filed about a suspicion, or why nothing is; audited",
  exportSuspicions: "Export the register of suspicions as CSV; audited",
  listSuggestions: "List payments that reach the reporting thresholds or are split below them",
  answerSuggestion: "Open a report about such payments, or dismiss them with a reason; audited",
};
