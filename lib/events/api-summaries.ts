import "server-only";
import type { events } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const eventSummaries: Record<keyof typeof events, string> = {
  listEvents:
    "List what has happened in the last 30 days, oldest first, of the kinds that the caller may see",
};
