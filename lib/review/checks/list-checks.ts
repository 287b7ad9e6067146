import "server-only";
import {
  isForApplicant,
  sharedWithApplicant,
  type ApplicantRow,
} from "@/lib/verification/submission/guardian-consent";
import { lagosDay } from "@/lib/dates";
import type { CaseRow } from "@/lib/users/admin-queries";
import { toAnswersDto } from "@/lib/verification/submission/serialize";
import { runChecks } from "./checks";
import type { CheckDto } from "./schema";

/** The checks of a user's current submission; none without one. Numbers are decrypted to be compared, and are not in the answer. */
export function listChecks({ currentSubmission, ...profile }: CaseRow, row: ApplicantRow): CheckDto[] {
  if (!currentSubmission) return [];
  const guardian = row.guardian && { isForApplicant: isForApplicant(row), shared: sharedWithApplicant(row) };
  return runChecks({
    profile,
    guardian,
    today: lagosDay(),
    ...toAnswersDto(currentSubmission, (number) => number),
  });
}
