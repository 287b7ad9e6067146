import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { userDto } from "@/lib/users/dto";
import { draftSchema } from "@/lib/verification/drafts/schema";
import { draftDto, draftFileDto, verificationStatusDto } from "@/lib/verification/dto";
import { documentSlots } from "@/lib/verification/forms/documents";
import { requestedChangeDto } from "@/lib/verification/forms/part-reasons";
import { corporateSchema } from "@/lib/verification/forms/schema";
import { individualSchema } from "@/lib/verification/forms/schema";

const draftField = z.object({ field: z.string().regex(/^[\w[\]]{1,60}$/) });
const storedAnswers = z.object({ submissionId: z.uuid() });

export const verification = {
  submitVerification: endpoint("POST", "/api/verification", "applicant", {
    documentedBody: z.union([individualSchema.investor, individualSchema.startup]),
    data: storedAnswers,
    failures: ["ALREADY_SUBMITTED"],
    fallback: "Failed to submit verification data",
  }),
  submitDocuments: endpoint("POST", "/api/verification/documents", "applicant", {
    multipart: Object.fromEntries(documentSlots("individual").map((slot) => [slot.field, slot])),
    data: verificationStatusDto,
    failures: ["CONFLICT", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit verification data",
  }),
  submitCorporate: endpoint("POST", "/api/verification/corporate", "applicant", {
    documentedBody: corporateSchema,
    data: storedAnswers,
    failures: ["ALREADY_SUBMITTED"],
    fallback: "Failed to submit corporate verification",
  }),
  submitCorporateDocuments: endpoint("POST", "/api/verification/corporate/documents", "applicant", {
    multipart: Object.fromEntries(documentSlots("corporate", 1).map((slot) => [slot.field, slot])),
    data: verificationStatusDto,
    failures: ["CONFLICT", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit corporate verification",
  }),
  listRequestedChanges: endpoint("GET", "/api/verification/requested-changes", "user", {
    data: z.array(requestedChangeDto),
    fallback: "Failed to fetch verification status",
  }),
  verifyAgain: endpoint("POST", "/api/verification/again", "applicant", {
    data: userDto,
    failures: ["CONFLICT"],
    fallback: "Could not open the form",
  }),
  getDraft: endpoint("GET", "/api/verification/draft", "applicant", {
    data: draftDto.nullable(),
  }),
  saveDraft: endpoint("PUT", "/api/verification/draft", "applicant", {
    body: draftSchema,
    data: draftDto.pick({ savedAt: true }),
    failures: ["ALREADY_SUBMITTED", "DRAFT_CHANGED"],
  }),
  clearDraft: endpoint("DELETE", "/api/verification/draft", "user", {}),
  putDraftFile: endpoint("PUT", "/api/verification/draft/files/{field}", "applicant", {
    params: draftField,
    multipart: { file: { required: true } },
    data: draftFileDto,
    failures: ["ALREADY_SUBMITTED"],
  }),
  removeDraftFile: endpoint("DELETE", "/api/verification/draft/files/{field}", "user", {
    params: draftField,
  }),
  verificationStatus: endpoint("GET", "/api/verification/status", "user", {
    data: verificationStatusDto,
    fallback: "Failed to fetch verification status",
  }),
};
