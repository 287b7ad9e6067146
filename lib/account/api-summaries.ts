import "server-only";
import type { account } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const accountSummaries: Record<keyof typeof account, string> = {
  updateMe: "Change one's own profile",
  deleteMe: "Delete one's own account",
  requestArchive:
    "Ask for a copy of everything stored about oneself; announced by email, made by a job after a waiting time",
  downloadArchive: "Download the copy, numbers in full, with the documents; audited",
  stopArchive: "Stop a copy with the link in its announcement; ends every session",
};
