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
  return returned ? requestedChanges(returned) : [];
}

type Returned = NonNullable<Awaited<ReturnType<typeof findReturned>>>;

/** What the reviewer flagged, and a utility bill that has become too old since. */
function requestedChanges(returned: Returned): RequestedChangeDto[] {
  const flagged = returned.partReviews.map(({ part, reason, note }) => ({
    part,
    reason: reason as PartReason,
    note,
  }));
  const isFlagged = (path: string) => flagged.some(({ part }) => containsAnswer(part, path));
  const outdated = outdatedDocuments(returned)
    .filter((part) => !isFlagged(part))
    .map((part) => ({ part, reason: "too_old" as const, note: null }));
  return [...flagged, ...outdated].map((change) => ({ ...change, label: partLabel(change.part) }));
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
  const open = requestedChanges(returned).map(({ part }) => part);
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
