import "server-only";
import type { approvals } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const approvalSummaries: Record<keyof typeof approvals, string> = {
  listRequirements: "List what can be required, and since when it is",
  switchRequirement:
    "Switch a requirement on or off; switching second approval off is proposed; audited and emailed to super administrators",
  listProposals: "List the pending proposals, newest first",
  confirmProposal: "Confirm what another administrator proposed, which carries it out; audited",
  declineProposal: "Decline a proposal, or withdraw one's own; audited",
};
