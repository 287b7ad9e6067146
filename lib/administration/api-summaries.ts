import "server-only";
import type { administration } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const administrationSummaries: Record<keyof typeof administration, string> = {
  inviteAdmin: "Create an administrator who sets their own password with an emailed link",
  createSubAdmin: "Create an administrator",
  openRetainedRecord: "Open the sealed record of an erased verification; audited",
};
