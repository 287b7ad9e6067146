import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { requirementDto, requirements, switchRequirementSchema } from "./requirement-schema";
import { declineProposalSchema, proposalDto } from "./schema";

const proposalId = z.object({ proposalId: z.uuid().toLowerCase() });

/** The requirements of super administrators, and the acts that a second administrator confirms (ADR 28). */
export const approvals = {
  listRequirements: endpoint("GET", "/api/admin/requirements", "super", {
    data: z.array(requirementDto),
    fallback: "Could not load the requirements",
  }),
  switchRequirement: endpoint("PUT", "/api/admin/requirements/{requirement}", "super", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ requirement: z.enum(requirements) }),
    body: switchRequirementSchema,
    data: z.array(requirementDto),
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not change the requirement",
  }),
  listProposals: endpoint("GET", "/api/admin/proposals", "approvals.read", {
    data: z.array(proposalDto),
    fallback: "Could not load the requests",
  }),
  confirmProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/confirm", "approvals.confirm", {
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    failures: ["ALREADY_DECIDED", "CONFLICT", "EMAIL_TAKEN", "RECENTLY_RESET"],
    fallback: "Could not confirm the request",
  }),
  declineProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/decline", "admin", {
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    body: declineProposalSchema,
    failures: ["ALREADY_DECIDED"],
    fallback: "Could not decline the request",
  }),
};
