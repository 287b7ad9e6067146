import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { changesBetween, comparedInclude, type ComparedSubmission } from "./changes";
import { BILL_REUSE_DAYS, isDocumentPath } from "./documents";
import { containsAnswer, formPathOf } from "./form-paths";
import { partLabel } from "./part-labels";
import type { PartReason, RequestedChangeDto } from "./part-reasons";
import type { SubmissionKind } from "./policy";

/** The rejected submission whose parts a user was asked to change. Not after its documents were deleted: all is asked again then. */
const findReturned = (reader: Tx | typeof db, userId: string, kind?: SubmissionKind) =>
  reader.submission.findFirst({
    where: {
      currentOf: { id: userId },
      state: "rejected",
      changesRequested: true,
      documents: { some: {} },
      ...(kind && { kind }),
    },
    include: {
      ...comparedInclude,
      partReviews: { where: { reason: { not: null } }, orderBy: { part: "asc" } },
    },
  });

/** What a user is asked to change in their rejected submission; empty if all of it may be changed (product 10.16). */
export async function listRequestedChanges(userId: string): Promise<RequestedChangeDto[]> {
  const returned = await findReturned(db, userId);
  return (returned?.partReviews ?? []).map(({ part, reason, note }) => ({
    part,
    label: partLabel(part),
    reason: reason as PartReason,
    note,
  }));
}

/**
 * Compares the draft with the submission of which some parts were returned. Throws VALIDATION_FAILED at each field, or document, that was
 * changed without being asked for.
 */
export async function requireRequestedChangesOnly(
  tx: Tx,
  userId: string,
  kind: SubmissionKind,
  draftId: string,
  compared: "answers" | "documents",
): Promise<void> {
  const returned = await findReturned(tx, userId, kind);
  if (!returned) return;
  const draft = await tx.submission.findUniqueOrThrow({ where: { id: draftId }, include: comparedInclude });
  const open = [...returned.partReviews.map(({ part }) => part), ...outdatedDocuments(returned)];
  const errors = changesBetween(returned, draft)
    .filter(({ before, after }) => isDocumentPath(before ?? after) === (compared === "documents"))
    .filter(({ path }) => !open.some((part) => containsAnswer(part, path)))
    .map(({ path }) => ({
      path: formPathOf(kind, path) ?? path,
      message: "We did not ask you to change this. Leave it as it was.",
    }));
  if (errors.length > 0) throw new AppError("VALIDATION_FAILED", errors[0]!.message, { errors });
}

/** A utility bill that has become too old since must be replaced in any case. */
function outdatedDocuments({ kind, documents }: ComparedSubmission): string[] {
  const since = new Date(Date.now() - BILL_REUSE_DAYS * 86_400_000);
  const isOutdated = documents.some(({ name, file }) => name === "utilityBill" && file.createdAt < since);
  return isOutdated ? [`${kind === "corporate" ? "corporate." : ""}documents.utilityBill`] : [];
}
