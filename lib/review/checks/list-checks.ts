import "server-only";
import { lagosDay } from "@/lib/dates";
import type { db, Prisma, Tx } from "@/lib/db/client";
import {
  isForApplicant,
  loadWithGuardian,
  sharedWithApplicant,
  type ApplicantRow,
} from "@/lib/onboarding/submission/guardian-consent";
import { submissionInclude, toAnswersDto } from "@/lib/onboarding/submission/serialize";
import { runChecks } from "./checks";
import type { CheckDto } from "./schema";

type User = Pick<Prisma.UserGetPayload<object>, "id" | "name" | "phone" | "email">;
type Submission = Prisma.SubmissionGetPayload<{ include: typeof submissionInclude }>;

/** Returns the checks of a user's current submission; empty without one. Numbers are decrypted for comparison and never returned. */
export function listChecks(
  { currentSubmission, ...profile }: User & { currentSubmission: Submission | null },
  row: ApplicantRow,
): CheckDto[] {
  if (!currentSubmission) return [];
  const guardian = row.guardian && { isForApplicant: isForApplicant(row), shared: sharedWithApplicant(row) };
  return runChecks({
    profile,
    guardian,
    today: lagosDay(),
    ...toAnswersDto(currentSubmission, (number) => number),
  });
}

/** Loads the input of a user's checks, for jobs: no read is recorded. */
export async function checksOf(
  user: User & { currentSubmissionId: string | null },
  reader: Tx | typeof db,
): Promise<CheckDto[]> {
  if (!user.currentSubmissionId) return [];
  const currentSubmission = await reader.submission.findUnique({
    relationLoadStrategy: "join",
    where: { id: user.currentSubmissionId },
    include: submissionInclude,
  });
  return listChecks({ ...user, currentSubmission }, await loadWithGuardian(reader, user.id));
}
