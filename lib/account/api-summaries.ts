import "server-only";
import type { account } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const accountSummaries: Record<keyof typeof account, string> = {
  updateMe: "Update the current user's profile",
  deleteMe: "Delete the current user's account",
  requestArchive:
    "Request a copy of all data stored about the current user; announced by email, created by a job after a waiting period",
  downloadArchive: "Download the copy with full numbers and the documents; audited",
  stopArchive: "Stop a copy with the link in its announcement; ends all sessions",
};
