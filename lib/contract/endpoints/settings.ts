import * as z from "zod";
import {
  holidayDate,
  holidayDto,
  holidaySchema,
  reviewDeadlineDto,
  reviewDeadlineSchema,
} from "@/lib/calendar/schema";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { requirementDto, requirements, switchRequirementSchema } from "@/lib/proposals/requirement-schema";
import { declineProposalSchema, proposalDto } from "@/lib/proposals/schema";
import { watchlistsDto } from "@/lib/review/screening/schema";
import { reviewQueues } from "@/lib/submission-rules";

const proposalId = z.object({ proposalId: z.uuid().toLowerCase() });
const holidayParams = z.object({ date: holidayDate });

/** Requirements set by super administrators, proposals, holidays and deadlines. */
export const settings = {
  listWatchlists: endpoint("GET", "/api/admin/watchlists", "super", {
    data: watchlistsDto,
    fallback: "Could not load the watchlists",
  }),
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
  listProposals: endpoint("GET", "/api/admin/proposals", "super", {
    data: z.array(proposalDto),
    fallback: "Could not load the proposals",
  }),
  confirmProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/confirm", "super", {
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    failures: ["ALREADY_DECIDED", "CONFLICT", "EMAIL_TAKEN", "RECENTLY_RESET"],
    fallback: "Could not confirm this",
  }),
  declineProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/decline", "admin", {
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    body: declineProposalSchema,
    failures: ["ALREADY_DECIDED"],
    fallback: "Could not decline this",
  }),
  listHolidays: endpoint("GET", "/api/admin/holidays", "admin", {
    data: z.array(holidayDto),
    fallback: "Could not load the holidays",
  }),
  saveHoliday: endpoint("PUT", "/api/admin/holidays/{date}", "admin", {
    params: holidayParams,
    body: holidaySchema,
    data: z.array(holidayDto),
    failures: ["CONFLICT"],
    fallback: "Could not save the holiday",
  }),
  removeHoliday: endpoint("DELETE", "/api/admin/holidays/{date}", "admin", {
    params: holidayParams,
    data: z.array(holidayDto),
    fallback: "Could not remove the holiday",
  }),
  listReviewDeadlines: endpoint("GET", "/api/admin/review-deadlines", "admin", {
    data: z.array(reviewDeadlineDto),
    fallback: "Could not load the deadlines",
  }),
  setReviewDeadline: endpoint("PUT", "/api/admin/review-deadlines/{queue}", "admin", {
    params: z.object({ queue: z.enum(reviewQueues) }),
    body: reviewDeadlineSchema,
    data: z.array(reviewDeadlineDto),
    fallback: "Could not save the deadline",
  }),
};
