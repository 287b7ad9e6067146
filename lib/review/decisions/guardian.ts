import "server-only";
import { isRequired } from "@/lib/approvals/requirements";
import { db } from "@/lib/db/client";
import { toRequest } from "@/lib/guardians/request";
import type { GuardianDto } from "@/lib/guardians/schema";
import { consentingGuardian, type ApplicantRow } from "@/lib/onboarding/submission/guardian-consent";
import { guardianAnswers } from "@/lib/onboarding/submission/guardian-rows";
import { isApprovalOfMinor, type Applicant } from "./minors";

/** Returns the guardian of an applicant, with the NIN masked (product 10.24). */
export async function findGuardian(user: Applicant, row: ApplicantRow): Promise<GuardianDto> {
  const { guardian } = row;
  const needed = await isApprovalOfMinor(db, user);
  return {
    needed,
    required: needed && (await isRequired(db, "guardian_consent")),
    request: toRequest(row),
    guardian: guardian && {
      ...guardianAnswers(guardian),
      email: guardian.email,
      consentedAt: guardian.consentedAt.toISOString(),
      counts: consentingGuardian(row) !== null,
    },
  };
}
