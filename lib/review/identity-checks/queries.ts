import "server-only";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { submissionInclude, toAnswersDto } from "@/lib/verification/submission/serialize";
import type { Viewer } from "@/lib/viewer";
import { checkInclude, toCheckDto } from "./rows";
import type { IdentityChecksDto } from "./schema";
import { listTargets, type Target } from "./targets";

/** The numbers of a submission that can be checked, in full. */
export async function loadTargets(submissionId: string) {
  const submission = await db.submission.findUniqueOrThrow({
    where: { id: submissionId },
    include: submissionInclude,
  });
  const targets: Target[] = listTargets(toAnswersDto(submission, (number) => number));
  return { consent: submission.checkConsent, targets };
}

/**
 * The checks of a user's current submission with outside sources, and what can be checked (product 10.26). The read
 * is recorded (threat 51). Throws NOT_FOUND.
 */
export async function listIdentityChecks(viewer: Viewer, userId: string): Promise<IdentityChecksDto> {
  const { currentSubmissionId } = await findUserForViewer(viewer, userId);
  const provider = env.IDENTITY_PROVIDER;
  if (!currentSubmissionId) return { provider, hasConsent: false, targets: [], checks: [] };
  const { consent, targets } = await loadTargets(currentSubmissionId);
  const rows = await db.identityCheck.findMany({
    where: { submissionId: currentSubmissionId },
    include: checkInclude,
    orderBy: { askedAt: "desc" },
  });
  return {
    provider,
    hasConsent: consent !== null,
    targets: targets.map(({ kind, ordinal, label, blocked }) => ({ kind, ordinal, label, blocked })),
    checks: rows.map(toCheckDto),
  };
}

/** All checks of a user's submissions, for the evidence pack. */
export async function listAllIdentityChecks(userId: string) {
  const rows = await db.identityCheck.findMany({
    where: { submission: { userId } },
    include: checkInclude,
    orderBy: { askedAt: "asc" },
  });
  return rows.map((row) => ({ submissionId: row.submissionId, consent: row.consent, ...toCheckDto(row) }));
}
