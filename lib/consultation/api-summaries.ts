import "server-only";
import type { consultation } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const consultationSummaries: Record<keyof typeof consultation, string> = {
  requestConsultation: "Request a consultation; emailed to CONSULTATION_INBOX, 404 if it is not set",
};
