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
import { savedFilterDto, saveFilterSchema } from "@/lib/review/saved-filters/schema";
import { paginationDto } from "@/lib/users/dto";
import { endpoint } from "../endpoint";

const userId = z.object({ userId: z.uuid().toLowerCase() });
const filterId = z.object({ filterId: z.uuid().toLowerCase() });

/** The queue of cases (product 10.15, 10.23). */
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
  listSavedFilters: endpoint("GET", "/api/admin/saved-filters", "admin", {
    summary: "List one's own saved filters of the queue, by name",
    data: z.array(savedFilterDto),
    fallback: "Could not load your filters",
  }),
  saveFilter: endpoint("POST", "/api/admin/saved-filters", "admin", {
    summary: "Save filters of the queue under a name; with `replace` also under one that is taken",
    body: saveFilterSchema,
    status: 201,
    data: z.array(savedFilterDto),
    failures: ["CONFLICT"],
    fallback: "Could not save the filter",
  }),
  deleteSavedFilter: endpoint("DELETE", "/api/admin/saved-filters/{filterId}", "admin", {
    summary: "Delete one of one's own saved filters",
    params: filterId,
    data: z.array(savedFilterDto),
    fallback: "Could not delete the filter",
  }),
};
