import * as z from "zod";
import {
  assignSchema,
  assignmentResultDto,
  caseDto,
  caseListQuery,
  caseSummaryDto,
  nextCaseSchema,
  reviewersDto,
} from "@/lib/review/cases/schema";
import { paginationDto } from "@/lib/users/dto";
import { endpoint } from "../endpoint";

const userId = z.object({ userId: z.uuid().toLowerCase() });

/** The queue of cases (product 10.15). */
export const desk = {
  listCases: endpoint("GET", "/api/admin/cases", "admin", {
    summary: "List pending submissions with who works on them, those that have waited longest first",
    query: caseListQuery,
    data: z.array(caseSummaryDto),
    extra: z.object({ pagination: paginationDto }),
    fallback: "Failed loading users",
  }),
  takeNextCase: endpoint("POST", "/api/admin/cases/next", "admin", {
    summary: "Claim the next unclaimed case; never the same one for two reviewers. Null if there is none",
    body: nextCaseSchema,
    data: caseDto.nullable(),
    fallback: "Could not take the next case",
  }),
  assignCases: endpoint("POST", "/api/admin/cases/assign", "admin", {
    summary: "Claim cases, assign them to another reviewer, or release them",
    body: assignSchema,
    data: assignmentResultDto,
    failures: ["RATE_LIMITED"],
    fallback: "Could not assign this",
  }),
  caseEvents: endpoint("GET", "/api/admin/cases/events", "either", {
    summary: "Receive the ids of users whose cases change, as server-sent events, for five minutes",
    produces: "text/event-stream",
    failures: ["UNAUTHENTICATED", "FORBIDDEN", "TWO_STEP_SETUP_REQUIRED", "RATE_LIMITED"],
  }),
  getCase: endpoint("GET", "/api/admin/users/{userId}/case", "admin", {
    summary: "Get who works on a user's current submission",
    params: userId,
    data: caseDto,
    fallback: "Failed loading user",
  }),
  listReviewers: endpoint("GET", "/api/admin/reviewers", "admin", {
    summary: "List the names of those to whom cases can be assigned",
    data: reviewersDto,
    fallback: "Could not load the reviewers",
  }),
};
