import "server-only";
import { audit } from "@/lib/audit/audit";
import { queueAndDeadline } from "@/lib/calendar/deadlines";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { attachFiles, type StoredFile } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import {
  requiredForm,
  submissionBlocker,
  type RequiredForm,
  type SubmissionKind,
} from "@/lib/submission-rules";
import { requireNotClosed } from "@/lib/onboarding/closed-account";
import type { Viewer } from "@/lib/viewer";
import { deleteDraft } from "../drafts/draft-body";
import { documentSlots, type DocumentSlot } from "../forms/document-rules";
import { clearedReview } from "./assign-role";
import { renewGuardianRequest } from "./guardian-consent";
import { requireRequestedChangesOnly } from "./requested-changes";
import { findAskingReviewer, returnToReviewer } from "./return-to-reviewer";

const wrongForm = () => new AppError("FORBIDDEN", "This form is for a different profile");
const answersChanged = () =>
  new AppError(
    "CONFLICT",
    "Your answers were submitted again from another tab or device. Please submit again.",
  );

/** Returns the form of this user; called before the body is read. Throws FORBIDDEN if the form is of another kind. */
export function requireForm(
  viewer: Pick<Viewer, "role" | "investorType">,
  kind: SubmissionKind,
): RequiredForm {
  const form = requiredForm(viewer);
  if (form?.kind !== kind) throw wrongForm();
  return form;
}

/**
 * Locks the viewer for a submission of this kind. Throws UNAUTHENTICATED if the session has ended, FORBIDDEN, or ALREADY_SUBMITTED if there
 * is a current submission.
 */
export async function lockForSubmission(tx: Tx, viewer: Actor, kind: SubmissionKind) {
  await lockViewer(tx, viewer);
  const user = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId } });
  requireForm(user, kind);
  requireNotClosed(user);
  const blocker = submissionBlocker({ status: user.status, submitted: user.submittedAt !== null });
  if (blocker === "approved")
    throw new AppError("ALREADY_SUBMITTED", "Your verification is already approved");
  if (blocker) throw new AppError("ALREADY_SUBMITTED", "Your verification has already been submitted");
  return user;
}

/**
 * Stores the answers as the draft submission, replacing an earlier one. The documents complete it (product 4.4, 7.2, 10.5).
 * Throws VALIDATION_FAILED for answers that the applicant was not asked to change (product 10.16).
 * @returns the draft's id, which the documents call can name so that answers and documents of two tabs never mix
 */
export async function saveAnswers(
  viewer: Viewer,
  kind: SubmissionKind,
  rows: (id: string) => Omit<Prisma.SubmissionUncheckedCreateInput, "id" | "userId" | "kind">,
): Promise<string> {
  return transaction(async (tx) => {
    const user = await lockForSubmission(tx, viewer, kind);
    await tx.submission.deleteMany({ where: { userId: user.id, state: "draft" } });
    const id = uuidv7();
    await tx.submission.create({ data: { id, userId: user.id, kind, ...rows(id) } });
    await requireRequestedChangesOnly(tx, user.id, id, "answers");
    return id;
  });
}

/**
 * Returns the draft that the documents complete. Throws CONFLICT if the answers are missing or the draft is not the named one.
 */
export async function requireDraft(tx: Tx, userId: string, kind: SubmissionKind, submissionId?: string) {
  const draft = await tx.submission.findFirst({
    where: { userId, kind, state: "draft" },
    select: { id: true, signatories: { orderBy: { ordinal: "asc" }, select: { id: true } } },
  });
  if (!draft) throw new AppError("CONFLICT", "Submit your answers before your documents");
  if (submissionId && submissionId !== draft.id) throw answersChanged();
  return draft;
}

/**
 * Returns the draft that is waiting for its documents. Rejects invalid uploads before their body is read; throws as `submitDocuments` does.
 */
export async function expectDocuments(
  viewer: Viewer,
  kind: SubmissionKind,
): Promise<{ submissionId: string; slots: DocumentSlot[] }> {
  requireForm(viewer, kind);
  return transaction(async (tx) => {
    await lockForSubmission(tx, viewer, kind);
    const { id, signatories } = await requireDraft(tx, viewer.userId, kind);
    return { submissionId: id, slots: documentSlots(kind, signatories.length) };
  });
}

/** Returns the memorandum of the rejected submission. The form has no field for it (product 3), so it is carried over. */
async function previousMemorandum(tx: Tx, userId: string): Promise<StoredFile | undefined> {
  const former = await tx.document.findFirst({
    where: {
      name: "memorandumAndArticles",
      submission: { kind: "corporate", state: "rejected", currentOf: { id: userId } },
    },
    select: { fileId: true },
  });
  return former ? { id: former.fileId } : undefined;
}

/**
 * Completes the draft with its stored files, by part name: it becomes a pending submission and an email is sent. Throws VALIDATION_FAILED
 * for documents that the applicant was not asked to change.
 */
export async function submitDocuments(
  viewer: Viewer,
  kind: SubmissionKind,
  files: ReadonlyMap<string, StoredFile>,
  submissionId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockForSubmission(tx, viewer, kind);
    const draft = await requireDraft(tx, user.id, kind, submissionId);
    const documents: Prisma.DocumentCreateManyInput[] = [];
    for (const { field, name, signatory, required } of documentSlots(kind, draft.signatories.length)) {
      const file =
        files.get(field) ??
        (name === "memorandumAndArticles" ? await previousMemorandum(tx, user.id) : undefined);
      const signatoryId = signatory === undefined ? null : draft.signatories[signatory]!.id;
      if (required && !file) throw answersChanged();
      if (file) documents.push({ submissionId: draft.id, signatoryId, name, fileId: file.id });
    }
    await tx.document.createMany({ data: documents });
    const attached = documents.map(({ fileId }) => ({ id: fileId }));
    await attachFiles(tx, attached);
    await requireRequestedChangesOnly(tx, user.id, draft.id, "documents");
    await completeSubmission(tx, user, draft.id);
  });
}

/** Turns a complete draft into the current submission. */
export async function completeSubmission(
  tx: Tx,
  user: Pick<Prisma.UserModel, "id" | "email" | "name" | "role" | "renewing">,
  submissionId: string,
): Promise<void> {
  const submittedAt = new Date();
  const submission = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
  const review = await queueAndDeadline(tx, submission, user.role, submittedAt);
  const asking = user.renewing ? null : await findAskingReviewer(tx, user.id);
  // A pending submission of another kind, from before a change of role, is superseded.
  await tx.submission.updateMany({
    where: { userId: user.id, state: "pending" },
    data: { state: "superseded" },
  });
  await tx.submission.update({
    where: { id: submissionId },
    data: { state: "pending", submittedAt, ...review },
  });
  await tx.user.update({
    where: { id: user.id },
    data: { ...clearedReview, submittedAt, currentSubmissionId: submissionId },
  });
  await renewGuardianRequest(tx, user.id);
  await deleteDraft(tx, user.id);
  const { id: userId, email: to, name } = user;
  await enqueue(tx, { to, userId, template: "submissionReceived", data: { name } });
  await audit(tx, {
    actorId: userId,
    action: "submission.submitted",
    targetId: userId,
    data: { submissionId },
  });
  if (asking) await returnToReviewer(tx, asking, { userId, submissionId, submittedAt });
}
