import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { userDto } from "@/lib/users/dto";
import { setInvestorTypeSchema, setRoleSchema } from "@/lib/users/schema";
import { draftSchema } from "./drafts/schema";
import { draftDto, draftFileDto, verificationStatusDto } from "./dto";
import { documentSlots } from "./forms/document-rules";
import { requestedChangeDto } from "./forms/reason-rules";
import { corporateSchema } from "./forms/schema";
import { individualSchema } from "./forms/schema";

const draftField = z.object({ field: z.string().regex(/^[\w[\]]{1,60}$/) });
const storedAnswers = z.object({ submissionId: z.uuid() });
const ownUser = { data: userDto, extra: z.object({ user: userDto }) };

/** The choice of a profile, the forms with their drafts and documents, and the status of the verification. */
export const onboarding = {
  setRole: endpoint("PUT", "/api/auth/setRole", "applicant", {
    body: setRoleSchema,
    failures: ["CONFLICT"],
    fallback: "Failed to set user role",
    ...ownUser,
  }),
  setInvestorType: endpoint("PUT", "/api/auth/setInvestorType", "applicant", {
    body: setInvestorTypeSchema,
    failures: ["CONFLICT"],
    fallback: "Failed to set investor type",
    ...ownUser,
  }),
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
  startRenewal: endpoint("POST", "/api/verification/renewal", "applicant", {
    data: userDto,
    failures: ["CONFLICT"],
    fallback: "Could not open the form",
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
