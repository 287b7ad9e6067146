import "server-only";
import { toRequest } from "@/lib/account/guardian/request";
import type { GuardianDto } from "@/lib/account/guardian/schema";
import { db } from "@/lib/db/client";
import { consentingGuardian, type ApplicantRow } from "@/lib/verification/submission/guardian-consent";
import { guardianAnswers } from "@/lib/verification/submission/guardian-rows";
import { isRequired } from "@/lib/proposals/requirements";
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
