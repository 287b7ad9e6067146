import "server-only";
import type * as z from "zod";
import { propose, supersedeProposals, transactionOrProposal } from "@/lib/approvals/proposals";
import { isRequired } from "@/lib/approvals/requirements";
import type { ApprovalReason } from "@/lib/approvals/schema";
import { audit } from "@/lib/audit/audit";
import { timeToDecision } from "@/lib/calendar/deadlines";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import { describeChanges, sealReason } from "@/lib/onboarding/submission/decision-reasons";
import { announceAccount } from "@/lib/payouts/holds";
import type { VerificationStatus } from "@/lib/roles";
import { getUserForViewer } from "@/lib/users/admin-queries";
import type { UserDto } from "@/lib/users/dto";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { findApprovalReasons } from "./approval-reasons";
import { requireNoConflict } from "@/lib/users/conflicts";
import { requireGuardianConsent } from "./minors";
import type { decisionSchema } from "./schema";

/** Commands of reviewers (product 4.3, 10.5, 10.9). The caller has verified that the viewer is an administrator. */

const pastTense = { pending: "submitted again", approved: "approved", rejected: "rejected" } as const;

/** A decision; `submissionId` is null if the reviewer saw no submission. */
type Decision = Omit<z.output<typeof decisionSchema>, "submissionId" | "name" | "goesOn"> & {
  submissionId?: string | null | undefined;
  name?: string | undefined;
  goesOn?: string | undefined;
  /** The flagged parts, given instead of a reason. The applicant can change only those (product 10.16). */
  requestedChanges?: readonly RequestedChangeDto[];
};
type Applicant = Awaited<ReturnType<typeof lockManagedUser>>["user"];

/**
 * Approves or rejects a submission. Uses compare-and-swap on the state that the reviewer saw: one of several concurrent decisions
 * succeeds, and the others throw ALREADY_DECIDED with the current state. Decision, audit row and email commit together (threat 20). Throws
 * NOT_FOUND; FORBIDDEN for one's own submission; CONFLICT for administrators, if reviewer and applicant have identifying details in
 * common (threat 64), or if another account belongs to the same person and the approval does not name this account in `goesOn`
 * (product 10.28); CONFIRMATION_REQUIRED to approve a case with a serious finding while that needs a second approval (threat 68).
 */
export async function decideSubmission(
  viewer: Viewer,
  userId: string,
  decision: z.output<typeof decisionSchema>,
): Promise<UserDto> {
  await transactionOrProposal(async (tx) => {
    const user = await lockForDecision(tx, viewer, userId, decision);
    const { goesOn } = decision;
    if (decision.status === "approved") await requireChosenAccount(tx, userId, goesOn);
    if (decision.status === "approved" && (await isRequired(tx, "second_approval"))) {
      const reasons = await findApprovalReasons(tx, user, viewer.userId);
      const payload = {
        submissionId: user.currentSubmissionId,
        status: user.status,
        reasons,
        ...(goesOn && { goesOn }),
      };
      if (reasons.length > 0) return propose(tx, viewer, { kind: "approval", targetId: userId, payload });
    }
    await saveDecision(tx, viewer, user, decision);
  });
  return getUserForViewer(viewer, userId);
}

/** Carries out a confirmed approval. Throws as `decideSubmission` does, including when the case has changed since it was proposed. */
export async function executeApproval(
  tx: Tx,
  viewer: Viewer,
  proposal: {
    userId: string;
    proposerId: string;
    submissionId: string | null;
    status: VerificationStatus;
    reasons: readonly ApprovalReason[];
    goesOn?: string;
  },
): Promise<void> {
  const { userId, proposerId, submissionId, status: expectedStatus, goesOn } = proposal;
  const decision = {
    status: "approved",
    submissionId,
    expectedStatus,
    rejectionReason: undefined,
    goesOn,
  } as const;
  const user = await lockForDecision(tx, viewer, userId, decision);
  await requireChosenAccount(tx, userId, goesOn);
  await requireNoConflict(tx, proposerId, userId, "The administrator who asked for this");
  const reasons = await findApprovalReasons(tx, user, proposerId);
  const added = reasons.filter((reason) => !proposal.reasons.includes(reason));
  if (added.length > 0)
    throw new AppError("CONFLICT", "There are new findings about this case. Look at it again.");
  await saveDecision(tx, viewer, user, decision);
}

/** Decisions that a user and another account are the same person. */
const ofSamePerson = (userId: string): Prisma.DuplicateDecisionWhereInput => ({
  verdict: "same_person",
  otherId: { not: null },
  OR: [{ userId }, { otherId: userId }],
});

/** Throws CONFLICT if another account belongs to the same person and `goesOn` is not this account. */
async function requireChosenAccount(tx: Tx, userId: string, goesOn: string | undefined): Promise<void> {
  if (goesOn === userId || (await tx.duplicateDecision.count({ where: ofSamePerson(userId) })) === 0) return;
  throw new AppError(
    "CONFLICT",
    "This person has another account. Choose which one continues: only that one can be approved.",
  );
}

/**
 * Locks a user for a decision. Throws NOT_FOUND; FORBIDDEN; ALREADY_DECIDED if the submission or its state is not the one that the reviewer
 * saw; CONFLICT, including for an approval whose requirements are not met (product 10.24).
 */
export async function lockForDecision(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  { status, expectedStatus, submissionId, name }: Decision,
): Promise<Applicant> {
  const { user } = await lockManagedUser(tx, viewer, userId);
  if (user.role === "admin") throw new AppError("CONFLICT", "Administrators do not need verification");
  const stale =
    user.status === status ||
    (expectedStatus !== undefined && user.status !== expectedStatus) ||
    (submissionId !== undefined && user.currentSubmissionId !== submissionId);
  if (stale) {
    const by =
      viewer.isSuper && user.reviewedById
        ? await tx.user.findUnique({ where: { id: user.reviewedById }, select: { id: true, name: true } })
        : null;
    throw new AppError("ALREADY_DECIDED", `This verification has already been ${pastTense[user.status]}`, {
      data: {
        status: user.status,
        reviewedAt: user.reviewedAt?.toISOString() ?? null,
        reviewedBy: by && { _id: by.id, name: by.name },
      },
    });
  }
  if (name !== undefined && name !== user.name)
    throw new AppError("CONFLICT", "The applicant has changed their name. Reload the page and check it.");
  await requireNoConflict(tx, viewer.userId, user.id);
  if (status === "approved") await requireGuardianConsent(tx, user);
  return user;
}

/** Stores the decision on a locked user, with its audit row and email, and an email if it changes the account of their payouts. */
export async function saveDecision(
  tx: Tx,
  viewer: Viewer,
  user: Applicant,
  { status, rejectionReason, requestedChanges, goesOn }: Decision,
): Promise<void> {
  const userId = user.id;
  await supersedeProposals(tx, viewer.userId, userId, ["approval", "deletion"]);
  const changesRequested = requestedChanges !== undefined;
  const reason = status === "rejected" && !changesRequested ? rejectionReason! : null;
  const decision = { reviewedAt: new Date(), reviewedById: viewer.userId };
  const time = user.currentSubmissionId
    ? await timeToDecision(tx, user, user.currentSubmissionId, decision.reviewedAt)
    : null;
  if (user.currentSubmissionId) {
    await tx.submission.update({
      where: { id: user.currentSubmissionId },
      data: {
        state: status,
        changesRequested,
        claimedById: null,
        claimedAt: null,
        claimActiveAt: null,
        ...decision,
      },
    });
  }
  await tx.user.update({ where: { id: userId }, data: { status, ...decision } });
  if (status === "approved" && goesOn === userId)
    await tx.duplicateDecision.updateMany({ where: ofSamePerson(userId), data: { goesOnId: userId } });
  const id = uuidv7();
  await tx.decision.create({
    data: {
      id,
      userId,
      submissionId: user.currentSubmissionId,
      status,
      decidedAt: decision.reviewedAt,
      decidedById: viewer.userId,
      ...sealReason(id, reason),
      ...time,
    },
  });
  await announceAccount(tx, userId);
  const { name, email: to } = user;
  await enqueue(
    tx,
    status === "approved"
      ? { to, userId, template: "submissionApproved", data: { name } }
      : {
          to,
          userId,
          template: "submissionRejected",
          data: { name, reason: reason ?? describeChanges(requestedChanges ?? []), changesRequested },
        },
  );
  await audit(tx, {
    actorId: viewer.userId,
    action: status === "approved" ? "submission.approved" : "submission.rejected",
    targetId: userId,
    data: {
      from: user.status,
      submissionId: user.currentSubmissionId,
      submitted: user.submittedAt !== null,
      ...(changesRequested && { verdict: "changes_requested" }),
      ...(status === "approved" && goesOn && { goesOn }),
    },
  });
}
