import {
  consentSchema,
  guardianQuestionDto,
  guardianTokenSchema,
  nameGuardianSchema,
  ownGuardianDto,
} from "@/lib/account/guardian/schema";
import { endpoint } from "../endpoint";

/** An applicant under 18 names a parent or guardian, who answers with an emailed link (product 10.24). */
export const guardians = {
  ownGuardian: endpoint("GET", "/api/verification/guardian", "user", {
    summary: "Get whom one has named as a parent or guardian, and whether they have consented",
    data: ownGuardianDto,
    fallback: "Could not load your parent or guardian",
  }),
  nameGuardian: endpoint("POST", "/api/verification/guardian", "applicant", {
    summary: "Name a parent or guardian, who is asked by email; replaces an earlier request",
    body: nameGuardianSchema,
    data: ownGuardianDto,
    failures: ["CONFLICT", "RATE_LIMITED"],
    fallback: "Could not ask your parent or guardian",
  }),
  guardianQuestion: endpoint("POST", "/api/guardians/question", "public", {
    summary: "Get who asks for a consent and whether it was given, with the emailed token",
    body: guardianTokenSchema,
    data: guardianQuestionDto,
    failures: ["INVALID_TOKEN"],
  }),
  consentAsGuardian: endpoint("POST", "/api/guardians/consent", "public", {
    summary: "Consent as a parent or guardian, with one's own identity",
    body: consentSchema,
    failures: ["INVALID_TOKEN"],
    fallback: "Could not store your consent",
  }),
  declineAsGuardian: endpoint("POST", "/api/guardians/decline", "public", {
    summary: "Decline to consent as a parent or guardian, or withdraw the consent",
    body: guardianTokenSchema,
    failures: ["INVALID_TOKEN"],
    fallback: "Could not store your answer",
  }),
};
