import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { requiredForm, type RequiredForm } from "@/lib/submission-rules";
import { BILL_REUSE_DAYS, isDocumentPath } from "../forms/document-rules";
import { partLabel } from "../forms/part-labels";
import { anySignatory, askedAnswers, containsAnswer, formPathOf, opensAnswer } from "../forms/path-rules";
import type { RequestedChangeDto } from "../forms/reason-rules";
import { answeredPaths, changesBetween, comparedInclude, type ComparedSubmission } from "./changes";
import { flaggedParts, toRequestedChange } from "./decision-reasons";

type Returned = Prisma.SubmissionGetPayload<{ include: typeof returnedInclude }>;
const returnedInclude = { ...comparedInclude, partReviews: flaggedParts } as const;

interface Open {
  returned: Returned;
  form: RequiredForm;
  changes: RequestedChangeDto[];
}

/**
 * Finds the open parts of a returned submission, for the form that the user must fill in now: after a change of role it may differ from the
 * submission's. Null if all parts may be changed: nothing was requested, the documents have been deleted, or the form no longer asks for
 * any requested part.
 */
async function findOpenParts(reader: Tx | typeof db, userId: string): Promise<Open | null> {
  const user = await reader.user.findUnique({
    where: { id: userId },
    select: { role: true, investorType: true, currentSubmission: { include: returnedInclude } },
  });
  const form = user && requiredForm(user);
  const returned = user?.currentSubmission;
  if (returned?.state !== "rejected" || !returned.changesRequested || returned.documents.length === 0)
    return null;
  if (form?.kind !== returned.kind) return null;
  const changes = requestedChanges(returned, form);
  return changes.length > 0 ? { returned, form, changes } : null;
}

/** Returns the requested changes to a user's rejected submission; empty if all of it may be changed (product 10.16). */
export const listRequestedChanges = async (userId: string): Promise<RequestedChangeDto[]> =>
  (await findOpenParts(db, userId))?.changes ?? [];

/** Returns the flagged parts, a utility bill that has become too old, and answers that the submission's form did not ask for. */
function requestedChanges(returned: Returned, { kind, variant }: RequiredForm): RequestedChangeDto[] {
  const asked = askedAnswers(kind, variant);
  const flagged = returned.partReviews
    .map(toRequestedChange)
    .filter(({ part }) => asked.some(({ answer }) => containsAnswer(anySignatory(part), answer)));
  if (flagged.length === 0) return [];
  const isOpen = (path: string) => flagged.some(({ part }) => containsAnswer(part, path));
  const answers = answeredPaths(returned);
  const missing = asked
    .filter(({ answer, isRequired }) => isRequired && !answer.includes("*") && !answers.has(answer))
    .map(({ answer }) => ({ part: answer, reason: "other" as const, note: "Your form asks for this now." }));
  const outdated = outdatedDocuments(returned).map((part) => ({
    part,
    reason: "too_old" as const,
    note: null,
  }));
  return [
    ...flagged,
    ...[...missing, ...outdated]
      .filter(({ part }) => !isOpen(part))
      .map((change) => ({ ...change, label: partLabel(change.part) })),
  ];
}

/**
 * Compares the draft with the returned submission. Throws VALIDATION_FAILED at each field or document that was changed without a request.
 */
export async function requireRequestedChangesOnly(
  tx: Tx,
  userId: string,
  draftId: string,
  compared: "answers" | "documents",
): Promise<void> {
  const open = await findOpenParts(tx, userId);
  if (!open) return;
  const { returned, form, changes } = open;
  const draft = await tx.submission.findUniqueOrThrow({ where: { id: draftId }, include: comparedInclude });
  const asked = new Set(askedAnswers(form.kind, form.variant).map(({ answer }) => answer));
  const errors = changesBetween(returned, draft)
    .filter(({ before, after }) => isDocumentPath(before ?? after) === (compared === "documents"))
    .filter(({ path }) => asked.has(anySignatory(path)))
    .filter(({ path }) => !changes.some(({ part }) => opensAnswer(part, path)))
    .map(({ path }) => ({
      path: formPathOf(form.kind, path) ?? path,
      message: "We did not ask you to change this. Leave it as it was.",
    }));
  if (errors.length > 0) throw new AppError("VALIDATION_FAILED", errors[0]!.message, { errors });
}

/** Returns the path of a utility bill that has become too old, which must be replaced in any case. */
function outdatedDocuments({ kind, documents }: ComparedSubmission): string[] {
  const since = new Date(Date.now() - BILL_REUSE_DAYS * 86_400_000);
  const isOutdated = documents.some(({ name, file }) => name === "utilityBill" && file.createdAt < since);
  return isOutdated ? [`${kind === "corporate" ? "corporate." : ""}documents.utilityBill`] : [];
}
