import "server-only";
import { toRequest } from "@/lib/account/guardian/request";
import type { GuardianDto } from "@/lib/account/guardian/schema";
import { db } from "@/lib/db/client";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { consentingGuardian, loadWithGuardian } from "@/lib/verification/submission/guardian-consent";
import { guardianAnswers } from "@/lib/verification/submission/guardian-rows";
import type { Viewer } from "@/lib/viewer";
import { isRequired } from "@/lib/proposals/requirements";
import { isApprovalOfMinor } from "./minors";

/** Returns the guardian of an applicant, the NIN masked (product 10.24). The read is recorded (threat 51). Throws NOT_FOUND. */
export async function findGuardian(viewer: Viewer, userId: string): Promise<GuardianDto> {
  const user = await findUserForViewer(viewer, userId);
  const row = await loadWithGuardian(db, userId);
  const { guardian } = row;
  return {
    needed: await isApprovalOfMinor(db, user),
    required: await isRequired(db, "guardian_consent"),
    request: toRequest(row),
    guardian: guardian && {
      ...guardianAnswers(guardian),
      email: guardian.email,
      consentedAt: guardian.consentedAt.toISOString(),
      counts: consentingGuardian(row) !== null,
    },
  };
}
