import "server-only";
import type { decisions } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const decisionSummaries: Record<keyof typeof decisions, string> = {
  decide: "Approve or reject a verification",
};
