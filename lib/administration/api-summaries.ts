import "server-only";
import type { administration } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const administrationSummaries: Record<keyof typeof administration, string> = {
  inviteAdmin: "Invite an administrator, who sets a password with an emailed link",
  createSubAdmin: "Create an administrator",
  changeDuty: "Change an administrator's duty, which determines their rights; audited and emailed",
  listRetainedRecords:
    "List the latest 100 sealed records of erased verifications, without names and answers",
  openRetainedRecord: "Open the sealed record of an erased verification; audited",
};
