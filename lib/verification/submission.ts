import "server-only";
import { audit } from "@/lib/audit/audit";
import type { Viewer } from "@/lib/auth/sessions";
import { lockUsers, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import type { SubmissionKind } from "@/lib/users/dto";
import { deleteDraft } from "./draft-body";
import { requiredKind } from "./projection";

/** The life of a submission until it waits for its decision, the same for every kind (product 10.5). */

const notYours = () => new AppError("FORBIDDEN", "This form is for a different profile");

/** Refuses a form of another kind before anything is read of it. Throws FORBIDDEN. */
export function requireKind(viewer: Pick<Viewer, "role" | "investorType">, kind: SubmissionKind): void {
  if (requiredKind(viewer.role, viewer.investorType) !== kind) throw notYours();
}

/** The locked user, if they may submit this kind now. Throws FORBIDDEN, or ALREADY_SUBMITTED while a submission stands. */
export async function lockForSubmission(tx: Tx, userId: string, kind: SubmissionKind) {
  await lockUsers(tx, userId);
  const user = await tx.user.findUnique({ where: { id: userId } });
  if (!user || requiredKind(user.role, user.investorType) !== kind) {
    throw notYours();
  }
  if (user.status === "approved") {
    throw new AppError("ALREADY_SUBMITTED", "Your verification is already approved");
  }
  if (user.status === "pending" && user.submittedAt) {
    throw new AppError("ALREADY_SUBMITTED", "Your verification has already been submitted");
  }
  return user;
}

/** The draft that documents would complete. Throws CONFLICT when the text has not come first, or is another than the one named. */
export async function requireDraftSubmission(
  tx: Tx,
  userId: string,
  kind: SubmissionKind,
  submissionId?: string,
): Promise<string> {
  const draft = await tx.submission.findFirst({
    where: { userId, kind, state: "draft" },
    select: { id: true },
  });
  if (!draft) throw new AppError("CONFLICT", "Submit your answers before your documents");
  if (submissionId && submissionId !== draft.id) {
    throw new AppError(
      "CONFLICT",
      "Your answers were submitted again from another tab or device. Please submit again.",
    );
  }
  return draft.id;
}

/** Turns a complete draft into the submission that counts. */
export async function completeSubmission(
  tx: Tx,
  user: { id: string; email: string; name: string },
  submissionId: string,
): Promise<void> {
  const submittedAt = new Date();
  // One of another kind may still be waiting since before a change of role; it no longer counts.
  await tx.submission.updateMany({
    where: { userId: user.id, state: "pending" },
    data: { state: "superseded" },
  });
  await tx.submission.update({ where: { id: submissionId }, data: { state: "pending", submittedAt } });
  await tx.user.update({
    where: { id: user.id },
    data: {
      status: "pending",
      submittedAt,
      reviewedAt: null,
      reviewedById: null,
      rejectionReason: null,
      currentSubmissionId: submissionId,
    },
  });
  await deleteDraft(tx, user.id);
  await enqueue(tx, {
    to: user.email,
    userId: user.id,
    template: "submissionReceived",
    data: { name: user.name },
  });
  await audit(tx, {
    actorId: user.id,
    action: "submission.submitted",
    targetId: user.id,
    data: { submissionId },
  });
}
