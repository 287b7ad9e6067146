import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import {
  isForApplicant,
  loadWithGuardian,
  sharedWithApplicant,
} from "@/lib/verification/submission/guardian-consent";
import { lagosDay } from "@/lib/dates";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { submissionInclude, toAnswersDto } from "@/lib/verification/submission/serialize";
import type { Viewer } from "@/lib/viewer";
import { runChecks } from "./checks";
import type { CheckDto } from "./schema";

/**
 * The checks of a user's current submission; none without one. Numbers are decrypted to be compared, and are not in the answer. The read is
 * recorded (threat 51). Throws NOT_FOUND.
 */
export async function listChecks(viewer: Viewer, userId: string): Promise<CheckDto[]> {
  return checksOf(await findUserForViewer(viewer, userId));
}

type CheckedUser = Pick<
  Prisma.UserGetPayload<object>,
  "id" | "currentSubmissionId" | "name" | "phone" | "email"
>;

/** The checks of a user's current submission, also for jobs: no read is recorded. */
export async function checksOf(user: CheckedUser, reader: Tx | typeof db = db): Promise<CheckDto[]> {
  const { id: userId, currentSubmissionId, ...profile } = user;
  if (!currentSubmissionId) return [];
  const submission = await reader.submission.findUnique({
    relationLoadStrategy: "join",
    where: { id: currentSubmissionId },
    include: submissionInclude,
  });
  const row = await loadWithGuardian(reader, userId);
  const guardian = row.guardian && { isForApplicant: isForApplicant(row), shared: sharedWithApplicant(row) };
  return runChecks({ profile, guardian, today: lagosDay(), ...toAnswersDto(submission, (number) => number) });
}
