import "server-only";
import type { cases } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const caseSummaries: Record<keyof typeof cases, string> = {
  listCases: "List pending submissions and their reviewers, longest wait first",
  exportQueue: "Export the verification queue as CSV, with deadlines, reviewers, reasons and marks",
  takeNextCase: "Claim the next unclaimed case, never the same one for two reviewers; null if there is none",
  assignCases: "Claim cases, assign them to another reviewer, or release them",
  caseEvents: "Receive the ids of users whose cases change, as server-sent events, for five minutes",
  listNameChecks: "List the first 20 users whose new name waits for confirmation, oldest first",
  listReviewers: "List the reviewers to whom cases can be assigned",
};
