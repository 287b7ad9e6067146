import "server-only";
import { isMinorToday } from "@/lib/age";
import { isRequired } from "@/lib/approvals/requirements";
import { dayOf } from "@/lib/dates";
import type { db, Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { consentingGuardian, loadWithGuardian } from "@/lib/onboarding/submission/guardian-consent";
import type { InvestorType, Role } from "@/lib/roles";
import { requiredForm } from "@/lib/submission-rules";

/** Approvals of people under 18 (product 10.24). */

export interface Applicant {
  id: string;
  role: Role;
  investorType: InvestorType;
}

/**
 * Returns whether approving a user means approving a person under 18, judged by the current submission or the latest answers: a user can be
 * approved in any state, and answers without documents never lift the requirement. A company is not a person.
 */
export async function isApprovalOfMinor(reader: Tx | typeof db, user: Applicant): Promise<boolean> {
  if (requiredForm(user)?.kind === "corporate") return false;
  const select = { dateOfBirth: true } as const;
  const { currentSubmission, submissions } = await reader.user.findUniqueOrThrow({
    relationLoadStrategy: "join",
    where: { id: user.id },
    select: {
      currentSubmission: { select: { personal: { select } } },
      submissions: {
        where: { personal: { isNot: null } },
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { personal: { select } },
      },
    },
  });
  return [currentSubmission, ...submissions].some(
    (submission) => submission?.personal && isMinorToday(dayOf(submission.personal.dateOfBirth)),
  );
}

/**
 * Throws CONFLICT if an approval requires the consent of a guardian and the applicant, whose row is locked, is under 18 without a valid
 * consent.
 */
export async function requireGuardianConsent(tx: Tx, user: Applicant): Promise<void> {
  if (!(await isRequired(tx, "guardian_consent")) || !(await isApprovalOfMinor(tx, user))) return;
  if (consentingGuardian(await loadWithGuardian(tx, user.id))) return;
  throw new AppError(
    "CONFLICT",
    "This applicant is under 18. A parent or guardian must consent before you can approve.",
  );
}
