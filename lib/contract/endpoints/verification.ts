import * as z from "zod";
import { corporateSchema } from "@/lib/verification/schema";
import { documentSlots } from "@/lib/verification/documents";
import { draftSchema } from "@/lib/verification/draft-schema";
import { draftDto, draftFileDto, verificationStatusDto } from "@/lib/verification/dto";
import { individualSchema } from "@/lib/verification/schema";
import { endpoint } from "../endpoint";

const draftField = z.object({ field: z.string().regex(/^[\w[\]]{1,60}$/) });
const storedAnswers = z.object({ submissionId: z.uuid() });

export const verification = {
  submitVerification: endpoint({
    method: "POST",
    path: "/api/verification",
    summary: "Store the answers of the individual form; the documents call completes them",
    auth: "user",
    documentedBody: individualSchema.investor,
    data: storedAnswers,
    failures: ["FORBIDDEN", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit verification data",
  }),
  submitDocuments: endpoint({
    method: "POST",
    path: "/api/verification/documents",
    summary: "Send the documents of the individual form and complete the submission",
    auth: "user",
    multipart: Object.fromEntries(documentSlots("individual").map((slot) => [slot.field, slot])),
    data: verificationStatusDto,
    failures: ["FORBIDDEN", "CONFLICT", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit verification data",
  }),
  submitCorporate: endpoint({
    method: "POST",
    path: "/api/verification/corporate",
    summary: "Store the answers of the corporate form; the documents call completes them",
    auth: "user",
    documentedBody: corporateSchema,
    data: storedAnswers,
    failures: ["FORBIDDEN", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit corporate verification",
  }),
  submitCorporateDocuments: endpoint({
    method: "POST",
    path: "/api/verification/corporate/documents",
    summary: "Send the documents of the corporate form and complete the submission",
    auth: "user",
    multipart: Object.fromEntries(documentSlots("corporate", 1).map((slot) => [slot.field, slot])),
    data: verificationStatusDto,
    failures: ["FORBIDDEN", "CONFLICT", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit corporate verification",
  }),
  getDraft: endpoint({
    method: "GET",
    path: "/api/verification/draft",
    summary: "Get the form as it was left, numbers masked; null without a draft",
    auth: "user",
    data: draftDto.nullable(),
  }),
  saveDraft: endpoint({
    method: "PUT",
    path: "/api/verification/draft",
    summary: "Save the form as it is; a number sent masked stays what it was",
    auth: "user",
    body: draftSchema,
    data: draftDto.pick({ savedAt: true }),
    failures: ["FORBIDDEN", "DRAFT_CHANGED"],
  }),
  clearDraft: endpoint({
    method: "DELETE",
    path: "/api/verification/draft",
    summary: "Delete the draft and its documents",
    auth: "user",
  }),
  putDraftFile: endpoint({
    method: "PUT",
    path: "/api/verification/draft/files/{field}",
    summary: "Upload a document ahead of the submission; the documents call may then name it by its id",
    auth: "user",
    params: draftField,
    multipart: { file: { required: true } },
    data: draftFileDto,
    failures: ["FORBIDDEN", "RATE_LIMITED"],
  }),
  removeDraftFile: endpoint({
    method: "DELETE",
    path: "/api/verification/draft/files/{field}",
    summary: "Remove an uploaded document from the form",
    auth: "user",
    params: draftField,
  }),
  verificationStatus: endpoint({
    method: "GET",
    path: "/api/verification/status",
    summary: "Get the status of one's own verification",
    auth: "user",
    data: verificationStatusDto,
    fallback: "Failed to fetch verification status",
  }),
};
