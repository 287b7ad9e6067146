import "server-only";
import type { Prisma } from "@/lib/db/client";
import { openNoteColumns, sealNoteColumns } from "@/lib/pii/note-columns";
import { partLabel } from "../forms/part-labels";
import { describeChange, type PartReason, type RequestedChangeDto } from "../forms/reason-rules";

/**
 * Why a submission was rejected. The reason is stored once: as the reviewer's text, sealed in the decision, or as the flagged parts of the
 * submission, which are converted to text in responses and emails.
 */
const DECISIONS = "decisions";
const PART_REVIEWS = "part_reviews";

export const sealReason = (decisionId: string, reason: string | null) =>
  sealNoteColumns(DECISIONS, decisionId, reason);

export const sealPartNote = (partReviewId: string, note: string | null) =>
  sealNoteColumns(PART_REVIEWS, partReviewId, note);

export const openPartNote = (row: Parameters<typeof openNoteColumns>[1]): string | null =>
  openNoteColumns(PART_REVIEWS, row);

/** The flagged parts of a submission, in a stable order. */
export const flaggedParts = {
  where: { reason: { not: null } },
  orderBy: { part: "asc" },
} as const satisfies Prisma.Submission$partReviewsArgs;
type FlaggedPart = Prisma.PartReviewGetPayload<object>;

export const toRequestedChange = (row: FlaggedPart): RequestedChangeDto => ({
  part: row.part,
  label: partLabel(row.part),
  reason: row.reason as PartReason,
  note: openPartNote(row),
});

/** Returns one line for each flag, such as `ID document: It is blurred or hard to read. Please photograph it in daylight.` */
export const describeChanges = (changes: readonly RequestedChangeDto[]): string =>
  changes.map((change) => `${change.label}: ${describeChange(change)}`).join("\n");

/** The relations needed to compute a decision's reason. */
export const reasonInclude = {
  submission: { select: { partReviews: flaggedParts } },
} as const satisfies Prisma.DecisionInclude;
type DecisionRow = Prisma.DecisionGetPayload<{ include: typeof reasonInclude }>;

/** Returns the reason of a decision; null for an approval or an erased user. */
export function reasonOf(row: DecisionRow): string | null {
  if (row.status !== "rejected") return null;
  return (
    openNoteColumns(DECISIONS, row) ??
    (describeChanges((row.submission?.partReviews ?? []).map(toRequestedChange)) || null)
  );
}

const newest = {
  orderBy: { number: "desc" },
  take: 1,
  include: reasonInclude,
} as const satisfies Prisma.Submission$decisionsArgs;

/** The relations needed by `currentReasonOf`. */
export const currentReasonInclude = {
  /** The decisions on the current submission. */
  ofSubmission: { decisions: newest },
  /** Decisions on a user without a submission. */
  ofUser: { decisions: { ...newest, where: { submissionId: null } } },
} as const;

/** Why a submission was rejected; null if it was not. Its decisions are sorted newest first. */
export const reasonOfSubmission = (row: { state: string; decisions: DecisionRow[] }): string | null =>
  row.state === "rejected" && row.decisions[0] ? reasonOf(row.decisions[0]) : null;

/** Returns why a user is currently rejected; null if they are not. */
export function currentReasonOf(user: {
  status: string;
  currentSubmission: { decisions: DecisionRow[] } | null;
  decisions: DecisionRow[];
}): string | null {
  const [decision] = (user.currentSubmission ?? user).decisions;
  return user.status === "rejected" && decision ? reasonOf(decision) : null;
}
