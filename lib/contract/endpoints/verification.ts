import * as z from "zod";
import { corporateSchema } from "@/lib/verification/schema";
import { documentSlots } from "@/lib/verification/documents";
import { draftSchema } from "@/lib/verification/draft-schema";
import { draftDto, draftFileDto, verificationStatusDto } from "@/lib/verification/dto";
import { requestedChangeDto } from "@/lib/verification/part-reasons";
import { individualSchema } from "@/lib/verification/schema";
import { userDto } from "@/lib/users/dto";
import { endpoint } from "../endpoint";

const draftField = z.object({ field: z.string().regex(/^[\w[\]]{1,60}$/) });
const storedAnswers = z.object({ submissionId: z.uuid() });

export const verification = {
  submitVerification: endpoint("POST", "/api/verification", "applicant", {
    summary: "Store the answers of the individual form; the documents call completes them",
    documentedBody: z.union([individualSchema.investor, individualSchema.startup]),
    data: storedAnswers,
    failures: ["ALREADY_SUBMITTED"],
    fallback: "Failed to submit verification data",
  }),
  submitDocuments: endpoint("POST", "/api/verification/documents", "applicant", {
    summary: "Send the documents of the individual form and complete the submission",
    multipart: Object.fromEntries(documentSlots("individual").map((slot) => [slot.field, slot])),
    data: verificationStatusDto,
    failures: ["CONFLICT", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit verification data",
  }),
  submitCorporate: endpoint("POST", "/api/verification/corporate", "applicant", {
    summary: "Store the answers of the corporate form; the documents call completes them",
    documentedBody: corporateSchema,
    data: storedAnswers,
    failures: ["ALREADY_SUBMITTED"],
    fallback: "Failed to submit corporate verification",
  }),
  submitCorporateDocuments: endpoint("POST", "/api/verification/corporate/documents", "applicant", {
    summary: "Send the documents of the corporate form and complete the submission",
    multipart: Object.fromEntries(documentSlots("corporate", 1).map((slot) => [slot.field, slot])),
    data: verificationStatusDto,
    failures: ["CONFLICT", "ALREADY_SUBMITTED"],
    fallback: "Failed to submit corporate verification",
  }),
  listRequestedChanges: endpoint("GET", "/api/verification/requested-changes", "user", {
    summary:
      "List what one was asked to change; only these parts can then be changed. Empty if all of it may be",
    data: z.array(requestedChangeDto),
    fallback: "Failed to fetch verification status",
  }),
  verifyAgain: endpoint("POST", "/api/verification/again", "applicant", {
    summary: "End an approval that was given before one turned 18, to verify again as an adult",
    data: userDto,
    failures: ["CONFLICT"],
    fallback: "Could not open the form",
  }),
  getDraft: endpoint("GET", "/api/verification/draft", "applicant", {
    summary: "Get the form as it was left, numbers masked; null without a draft",
    data: draftDto.nullable(),
  }),
  saveDraft: endpoint("PUT", "/api/verification/draft", "applicant", {
    summary: "Save the form as it is; a number sent masked stays what it was",
    body: draftSchema,
    data: draftDto.pick({ savedAt: true }),
    failures: ["ALREADY_SUBMITTED", "DRAFT_CHANGED"],
  }),
  clearDraft: endpoint("DELETE", "/api/verification/draft", "user", {
    summary: "Delete the draft and its documents",
  }),
  putDraftFile: endpoint("PUT", "/api/verification/draft/files/{field}", "applicant", {
    summary: "Upload a document ahead of the submission; the documents call may then name it by its id",
    params: draftField,
    multipart: { file: { required: true } },
    data: draftFileDto,
    failures: ["ALREADY_SUBMITTED"],
  }),
  removeDraftFile: endpoint("DELETE", "/api/verification/draft/files/{field}", "user", {
    summary: "Remove an uploaded document from the form",
    params: draftField,
  }),
  verificationStatus: endpoint("GET", "/api/verification/status", "user", {
    summary: "Get the status of one's own verification",
    data: verificationStatusDto,
    fallback: "Failed to fetch verification status",
  }),
};
