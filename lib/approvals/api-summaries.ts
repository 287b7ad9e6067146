import "server-only";
import type { approvals } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const approvalSummaries: Record<keyof typeof approvals, string> = {
  listRequirements: "List the requirements, and since when each has been on",
  switchRequirement:
    "Switch a requirement on or off; switching second approval off is proposed; audited and emailed to super administrators",
  listProposals: "List the pending proposals, newest first",
  confirmProposal: "Confirm and carry out another administrator's proposal; audited",
  declineProposal: "Decline a proposal, or withdraw your own; audited",
};
