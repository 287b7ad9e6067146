import "server-only";
import type { calendar } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const calendarSummaries: Record<keyof typeof calendar, string> = {
  listHolidays: "List the public holidays by date",
  saveHoliday: "Add a public holiday; audited, and moves the deadlines of pending submissions",
  removeHoliday: "Remove a public holiday; audited, and moves the deadlines of pending submissions",
  listReviewDeadlines: "List the number of business days until a decision is due, by queue",
  setReviewDeadline:
    "Set the number of business days until a decision is due; audited, and moves the deadlines of pending submissions",
};
