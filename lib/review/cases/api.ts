import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { paginationDto } from "@/lib/users/dto";
import {
  assignSchema,
  assignmentResultDto,
  caseDto,
  caseListQuery,
  caseSummaryDto,
  nameCheckDto,
  nextCaseSchema,
  queueExportQuery,
  reviewersDto,
} from "./schema";

/** The queue of cases (product 10.15). */
export const cases = {
  listCases: endpoint("GET", "/api/admin/cases", "cases.read", {
    query: caseListQuery,
    data: z.array(caseSummaryDto),
    extra: z.object({ pagination: paginationDto }),
    fallback: "Failed loading users",
  }),
  exportQueue: endpoint("GET", "/api/admin/cases/export", "cases.read", {
    proofMinutes: PROOF_MINUTES,
    query: queueExportQuery,
    produces: "text/csv",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the queue",
  }),
  takeNextCase: endpoint("POST", "/api/admin/cases/next", "cases.decide", {
    body: nextCaseSchema,
    data: caseDto.nullable(),
    fallback: "Could not take the next case",
  }),
  assignCases: endpoint("POST", "/api/admin/cases/assign", "cases.decide", {
    body: assignSchema,
    data: assignmentResultDto,
    failures: ["RATE_LIMITED"],
    fallback: "Could not assign the case",
  }),
  caseEvents: endpoint("GET", "/api/admin/cases/events", "either", {
    produces: "text/event-stream",
    failures: ["UNAUTHENTICATED", "FORBIDDEN", "TWO_STEP_SETUP_REQUIRED", "RATE_LIMITED"],
  }),
  listNameChecks: endpoint("GET", "/api/admin/cases/name-checks", "cases.read", {
    data: z.array(nameCheckDto),
    extra: z.object({ hasMore: z.boolean() }),
    fallback: "Could not load the changed names",
  }),
  listReviewers: endpoint("GET", "/api/admin/reviewers", "cases.read", {
    data: reviewersDto,
    fallback: "Could not load the reviewers",
  }),
};
