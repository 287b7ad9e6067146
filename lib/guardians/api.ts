import { endpoint } from "@/lib/endpoint";
import {
  consentSchema,
  guardianQuestionDto,
  guardianTokenSchema,
  nameGuardianSchema,
  ownGuardianDto,
} from "./schema";

/** An applicant under 18 names a parent or guardian, who responds through an emailed link (product 10.24). */
export const guardians = {
  ownGuardian: endpoint("GET", "/api/verification/guardian", "user", {
    data: ownGuardianDto,
    fallback: "Could not load your parent or guardian",
  }),
  nameGuardian: endpoint("POST", "/api/verification/guardian", "applicant", {
    body: nameGuardianSchema,
    data: ownGuardianDto,
    failures: ["CONFLICT", "RATE_LIMITED"],
    fallback: "Could not email your parent or guardian",
  }),
  guardianQuestion: endpoint("POST", "/api/guardians/question", "public", {
    body: guardianTokenSchema,
    data: guardianQuestionDto,
    failures: ["INVALID_TOKEN"],
  }),
  consentAsGuardian: endpoint("POST", "/api/guardians/consent", "public", {
    body: consentSchema,
    failures: ["INVALID_TOKEN"],
    fallback: "Could not save your consent",
  }),
  declineAsGuardian: endpoint("POST", "/api/guardians/decline", "public", {
    body: guardianTokenSchema,
    failures: ["INVALID_TOKEN"],
    fallback: "Could not save your answer",
  }),
};
