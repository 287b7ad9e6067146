import * as z from "zod";
import { watchlistsDto } from "@/lib/review/screening/schema";
import {
  holidayDate,
  holidayDto,
  holidaySchema,
  reviewDeadlineDto,
  reviewDeadlineSchema,
} from "@/lib/calendar/schema";
import { proposalDto } from "@/lib/proposals/schema";
import { requirementDto, requirements, switchRequirementSchema } from "@/lib/proposals/requirement-schema";
import { reviewQueues } from "@/lib/verification/policy";
import { PROOF_MINUTES, endpoint } from "../endpoint";

const proposalId = z.object({ proposalId: z.uuid().toLowerCase() });
const holidayParams = z.object({ date: holidayDate });

/** What super administrators require, proposals, holidays and deadlines. */
export const settings = {
  listWatchlists: endpoint("GET", "/api/admin/watchlists", "super", {
    summary: "List the imported watchlists, and how many users are screened against them",
    data: watchlistsDto,
    fallback: "Could not load the watchlists",
  }),
  listRequirements: endpoint("GET", "/api/admin/requirements", "super", {
    summary: "List what can be required, and since when it is",
    data: z.array(requirementDto),
    fallback: "Could not load the requirements",
  }),
  switchRequirement: endpoint("PUT", "/api/admin/requirements/{requirement}", "super", {
    summary:
      "Switch a requirement on or off; switching second approval off is proposed; audited and emailed to super administrators",
    proofMinutes: PROOF_MINUTES,
    params: z.object({ requirement: z.enum(requirements) }),
    body: switchRequirementSchema,
    data: z.array(requirementDto),
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not change the requirement",
  }),
  listProposals: endpoint("GET", "/api/admin/proposals", "super", {
    summary: "List the pending proposals, newest first",
    data: z.array(proposalDto),
    fallback: "Could not load the proposals",
  }),
  confirmProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/confirm", "super", {
    summary: "Confirm what another administrator proposed, which carries it out; audited",
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    failures: ["ALREADY_DECIDED", "CONFLICT", "EMAIL_TAKEN", "RECENTLY_RESET"],
    fallback: "Could not confirm this",
  }),
  declineProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/decline", "admin", {
    summary: "Decline a proposal, or withdraw one's own; audited",
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    failures: ["ALREADY_DECIDED"],
    fallback: "Could not decline this",
  }),
  listHolidays: endpoint("GET", "/api/admin/holidays", "admin", {
    summary: "List the public holidays, by date",
    data: z.array(holidayDto),
    fallback: "Could not load the holidays",
  }),
  saveHoliday: endpoint("PUT", "/api/admin/holidays/{date}", "admin", {
    summary: "Add a public holiday; audited, and moves the deadlines of pending submissions",
    params: holidayParams,
    body: holidaySchema,
    data: z.array(holidayDto),
    failures: ["CONFLICT"],
    fallback: "Could not save the holiday",
  }),
  removeHoliday: endpoint("DELETE", "/api/admin/holidays/{date}", "admin", {
    summary: "Remove a public holiday; audited, and moves the deadlines of pending submissions",
    params: holidayParams,
    data: z.array(holidayDto),
    fallback: "Could not remove the holiday",
  }),
  listReviewDeadlines: endpoint("GET", "/api/admin/review-deadlines", "admin", {
    summary: "List the business days until a decision is due, by queue",
    data: z.array(reviewDeadlineDto),
    fallback: "Could not load the deadlines",
  }),
  setReviewDeadline: endpoint("PUT", "/api/admin/review-deadlines/{queue}", "admin", {
    summary:
      "Set the business days until a decision is due; audited, and moves the deadlines of pending submissions",
    params: z.object({ queue: z.enum(reviewQueues) }),
    body: reviewDeadlineSchema,
    data: z.array(reviewDeadlineDto),
    fallback: "Could not save the deadline",
  }),
};
