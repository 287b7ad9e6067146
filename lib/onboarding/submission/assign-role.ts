import "server-only";
import { audit } from "@/lib/audit/audit";
import { queueAndDeadline } from "@/lib/calendar/deadlines";
import type { Tx } from "@/lib/db/client";
import type { Duty, InvestorType, Role, VerificationStatus } from "@/lib/roles";
import { isVerified, requiredForm, verificationAfterRoleChange } from "@/lib/submission-rules";
import { deleteDraft } from "../drafts/draft-body";

/** The user's columns before a first submission. */
export const clearedReview = {
  status: "pending",
  submittedAt: null,
  reviewedAt: null,
  reviewedById: null,
  currentSubmissionId: null,
} as const;

/**
 * Changes a user's role or type and makes the matching submission current, if there is one. A new submission is required only if the form
 * kind differs; drafts of another kind are deleted. If the change ends an approval, this is audited (threat 61). The user's row must be
 * locked.
 */
export async function assignRole(
  tx: Tx,
  user: {
    id: string;
    role: Role;
    investorType: InvestorType;
    status: VerificationStatus;
    renewing: boolean;
    currentSubmissionId: string | null;
  },
  next: { role: Role; investorType: InvestorType; isSuper?: boolean; duty?: Duty },
  actorId: string,
): Promise<void> {
  const [before, kind] = [requiredForm(user)?.kind, requiredForm(next)?.kind];
  await tx.submission.deleteMany({
    where: { userId: user.id, state: "draft", ...(kind ? { kind: { not: kind } } : {}) },
  });
  if (kind !== before) await deleteDraft(tx, user.id);
  const matching = kind
    ? await tx.submission.findFirst({
        where: { userId: user.id, kind, state: { in: ["pending", "approved", "rejected"] } },
        orderBy: { createdAt: "desc" },
      })
    : null;
  const outcome = verificationAfterRoleChange({
    hasMatchingSubmission: matching !== null,
    hadSubmission: user.currentSubmissionId !== null,
    before,
    after: kind,
  });
  const verification = {
    ofSubmission: matching && {
      status: matching.state as "pending" | "approved" | "rejected",
      submittedAt: matching.submittedAt,
      reviewedAt: matching.reviewedAt,
      reviewedById: matching.reviewedById,
      currentSubmissionId: matching.id,
    },
    unchanged: null,
    new: clearedReview,
  }[outcome];
  await tx.user.update({ where: { id: user.id }, data: { ...next, ...verification, renewing: false } });
  if (matching?.state === "pending") {
    const data = await queueAndDeadline(tx, matching, next.role, matching.submittedAt!);
    await tx.submission.update({ where: { id: matching.id }, data });
  }
  if (isVerified(user) && verification && verification.status !== "approved") {
    await audit(tx, { actorId, action: "submission.approval_ended", targetId: user.id });
  }
}
