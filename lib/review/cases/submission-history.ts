import "server-only";
import { db, type Prisma } from "@/lib/db/client";
import type { SubmissionDto } from "@/lib/onboarding/dto";
import { changesBetween, comparedInclude } from "@/lib/onboarding/submission/changes";
import { reasonInclude, reasonOf, reasonOfSubmission } from "@/lib/onboarding/submission/decision-reasons";
import { toAnswersDto } from "@/lib/onboarding/submission/serialize";
import type { CaseRow } from "@/lib/users/admin-queries";
import type { Viewer } from "@/lib/viewer";

const parts = {
  ...comparedInclude,
  reviewedBy: { select: { id: true, name: true } },
  decisions: {
    orderBy: { number: "desc" },
    include: { ...reasonInclude, decidedBy: { select: { id: true, name: true } } },
  },
} as const satisfies Prisma.SubmissionInclude;

/** An upper bound that no user reaches in practice. */
const MAX_SUBMISSIONS = 50;

/** Returns a user's submissions with their changes, newest first, numbers masked (product 2.13). */
export async function listSubmissions(
  viewer: Viewer,
  user: Pick<CaseRow, "id" | "currentSubmissionId">,
): Promise<SubmissionDto[]> {
  const rows = await db.submission.findMany({
    relationLoadStrategy: "join",
    where: { userId: user.id, state: { not: "draft" }, submittedAt: { not: null } },
    include: parts,
    orderBy: [{ submittedAt: "desc" }, { id: "desc" }],
    take: MAX_SUBMISSIONS,
  });
  return rows.map((row, index) => {
    const before = rows.slice(index + 1).find(({ kind }) => kind === row.kind);
    return {
      _id: row.id,
      kind: row.kind,
      state: row.state as SubmissionDto["state"],
      current: row.id === user.currentSubmissionId,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      reviewedAt: viewer.isSuper ? (row.reviewedAt?.toISOString() ?? null) : null,
      reviewedBy: viewer.isSuper ? person(row.reviewedBy) : null,
      rejectionReason: reasonOfSubmission(row),
      decisions: row.decisions.map((decision) => ({
        status: decision.status,
        reason: reasonOf(decision),
        decidedAt: viewer.isSuper ? decision.decidedAt.toISOString() : null,
        decidedBy: viewer.isSuper ? person(decision.decidedBy) : null,
      })),
      ...toAnswersDto(row),
      changes: before ? changesBetween(before, row) : null,
    };
  });
}

const person = (row: { id: string; name: string } | null) => row && { _id: row.id, name: row.name };
