import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { endpoint, PROOF_MINUTES } from "@/lib/endpoint";
import { draftFileDto } from "@/lib/onboarding/dto";
import { dueDiligenceDraftDto, dueDiligenceFormDto, dueDiligenceSummaryDto, ownDueDiligenceDto } from "./dto";
import {
  dueDiligenceDecisionSchema,
  dueDiligenceDraftSchema,
  dueDiligenceListQuery,
  dueDiligenceSchema,
} from "./schema";

const id = z.object({ id: z.uuid().toLowerCase() });

/** The due diligence form before the first investment (ADR 48). */
export const dueDiligence = {
  ownDueDiligence: endpoint("GET", "/api/due-diligence", "applicant", {
    data: ownDueDiligenceDto,
    fallback: "Could not load your due diligence form",
  }),
  sendDueDiligence: endpoint("POST", "/api/due-diligence", "applicant", {
    documentedBody: z.union([dueDiligenceSchema.individual, dueDiligenceSchema.corporate]),
    status: 201,
    data: ownDueDiligenceDto,
    failures: ["ALREADY_SUBMITTED", "CONFLICT"],
    fallback: "Could not send your due diligence form",
  }),
  getDueDiligenceDraft: endpoint("GET", "/api/due-diligence/draft", "applicant", {
    data: dueDiligenceDraftDto.nullable(),
  }),
  saveDueDiligenceDraft: endpoint("PUT", "/api/due-diligence/draft", "applicant", {
    body: dueDiligenceDraftSchema,
    data: dueDiligenceDraftDto.pick({ savedAt: true }),
    failures: ["ALREADY_SUBMITTED", "DRAFT_CHANGED", "CONFLICT"],
  }),
  putDueDiligenceDocument: endpoint("PUT", "/api/due-diligence/draft/document", "applicant", {
    multipart: { file: { required: true } },
    data: draftFileDto,
    failures: ["ALREADY_SUBMITTED", "CONFLICT"],
  }),
  removeDueDiligenceDocument: endpoint("DELETE", "/api/due-diligence/draft/document", "applicant", {
    failures: ["ALREADY_SUBMITTED", "CONFLICT"],
  }),
  listDueDiligence: endpoint("GET", "/api/admin/due-diligence", "cases.read", {
    query: dueDiligenceListQuery,
    data: z.array(dueDiligenceSummaryDto),
    extra: nextPage,
    fallback: "Could not load the due diligence forms",
  }),
  getDueDiligence: endpoint("GET", "/api/admin/due-diligence/{id}", "cases.read", {
    params: id,
    data: dueDiligenceFormDto,
    fallback: "Could not load the due diligence form",
  }),
  decideDueDiligence: endpoint("POST", "/api/admin/due-diligence/{id}/decision", "cases.decide", {
    proofMinutes: PROOF_MINUTES,
    params: id,
    body: dueDiligenceDecisionSchema,
    data: dueDiligenceFormDto,
    failures: ["ALREADY_DECIDED", "CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not save the decision",
  }),
};
