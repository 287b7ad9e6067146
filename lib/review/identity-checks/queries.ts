import "server-only";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { submissionInclude, toAnswersDto } from "@/lib/onboarding/submission/serialize";
import type { CaseRow } from "@/lib/users/admin-queries";
import { checkInclude, toCheckDto } from "./rows";
import type { IdentityChecksDto } from "./schema";
import { listTargets, type Target } from "./targets";

const targetsIn = (submission: Parameters<typeof toAnswersDto>[0]): Target[] =>
  listTargets(toAnswersDto(submission, (number) => number));

/** Returns the numbers of a submission that can be checked, in full. */
export async function loadTargets(submissionId: string) {
  const submission = await db.submission.findUniqueOrThrow({
    where: { id: submissionId },
    include: submissionInclude,
  });
  return { consent: submission.checkConsent, targets: targetsIn(submission) };
}

/** Returns the identity checks of a user's current submission, and the numbers that can be checked (product 10.26). */
export async function listIdentityChecks({
  currentSubmission,
}: Pick<CaseRow, "currentSubmission">): Promise<IdentityChecksDto> {
  const provider = env.IDENTITY_PROVIDER;
  if (!currentSubmission) return { provider, hasConsent: false, targets: [], checks: [] };
  const rows = await db.identityCheck.findMany({
    relationLoadStrategy: "join",
    where: { submissionId: currentSubmission.id },
    include: checkInclude,
    orderBy: { askedAt: "desc" },
  });
  return {
    provider,
    hasConsent: currentSubmission.checkConsent !== null,
    targets: targetsIn(currentSubmission).map(({ kind, ordinal, label, blocked }) => ({
      kind,
      ordinal,
      label,
      blocked,
    })),
    checks: rows.map(toCheckDto),
  };
}

/** Returns all checks of a user's submissions, for the evidence pack. */
export async function listAllIdentityChecks(userId: string) {
  const rows = await db.identityCheck.findMany({
    where: { submission: { userId } },
    include: checkInclude,
    orderBy: { askedAt: "asc" },
  });
  return rows.map((row) => ({ submissionId: row.submissionId, consent: row.consent, ...toCheckDto(row) }));
}
