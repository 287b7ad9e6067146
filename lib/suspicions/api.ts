import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import {
  reportSchema,
  suggestionAnswerSchema,
  suggestionDto,
  suspicionDecisionSchema,
  suspicionDto,
  suspicionListQuery,
} from "./schema";

/** The register of suspicions (product 10.43). */
export const suspicions = {
  reportSuspicion: endpoint("POST", "/api/admin/suspicions", "admin", {
    body: reportSchema,
    status: 201,
    failures: ["NOT_FOUND", "RATE_LIMITED"],
    fallback: "Could not send the report",
  }),
  listSuspicions: endpoint("GET", "/api/admin/suspicions", "suspicions.decide", {
    query: suspicionListQuery,
    data: z.array(suspicionDto),
    extra: nextPage,
    fallback: "Could not load the reports",
  }),
  decideSuspicion: endpoint("POST", "/api/admin/suspicions/{id}/decision", "suspicions.decide", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: suspicionDecisionSchema,
    failures: ["ALREADY_DECIDED", "CONFLICT"],
    fallback: "Could not save the decision",
  }),
  exportSuspicions: endpoint("GET", "/api/admin/suspicions/export", "suspicions.decide", {
    proofMinutes: PROOF_MINUTES,
    query: suspicionListQuery.pick({ state: true }),
    produces: "text/csv",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the register",
  }),
  listSuggestions: endpoint("GET", "/api/admin/suspicions/suggestions", "suspicions.decide", {
    data: z.array(suggestionDto),
    fallback: "Could not load the suggestions",
  }),
  answerSuggestion: endpoint("POST", "/api/admin/suspicions/suggestions", "suspicions.decide", {
    body: suggestionAnswerSchema,
    failures: ["CONFLICT"],
    fallback: "Could not answer the suggestion",
  }),
};
