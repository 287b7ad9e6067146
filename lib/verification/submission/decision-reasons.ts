import "server-only";
import type { Prisma } from "@/lib/db/client";
import { openNoteColumns, sealNoteColumns } from "@/lib/pii/note-columns";
import { partLabel } from "../forms/part-labels";
import { describeChange, type PartReason, type RequestedChangeDto } from "../forms/part-reasons";

/**
 * Why a submission was rejected. It is stored once: as what the reviewer wrote, sealed in the decision, or as the flagged parts of the
 * submission. It becomes text where it is answered or emailed.
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

/** What must be loaded of a decision to know its reason. */
export const reasonInclude = {
  submission: { select: { partReviews: flaggedParts } },
} as const satisfies Prisma.DecisionInclude;
type DecisionRow = Prisma.DecisionGetPayload<{ include: typeof reasonInclude }>;

/** The reason of a decision; null if it is an approval or its user was erased. */
export function reasonOf(row: DecisionRow): string | null {
  if (row.status !== "rejected") return null;
  return (
    openNoteColumns(DECISIONS, row) ??
    (describeChanges((row.submission?.partReviews ?? []).map(toRequestedChange)) || null)
  );
}

const newest = {
  orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
  take: 1,
  include: reasonInclude,
} as const satisfies Prisma.Submission$decisionsArgs;

/** What must be loaded of a user for `currentReasonOf`. */
export const currentReasonInclude = {
  /** The decisions on the current submission. */
  ofSubmission: { decisions: newest },
  /** The decisions on a user who was decided on without a submission. */
  ofUser: { decisions: { ...newest, where: { submissionId: null } } },
} as const;

/** Why a submission is rejected; null if it is not. Its decisions are the newest first. */
export const reasonOfSubmission = (row: { state: string; decisions: DecisionRow[] }): string | null =>
  row.state === "rejected" && row.decisions[0] ? reasonOf(row.decisions[0]) : null;

/** Why a user is rejected at present; null if they are not. */
export function currentReasonOf(user: {
  status: string;
  currentSubmission: { decisions: DecisionRow[] } | null;
  decisions: DecisionRow[];
}): string | null {
  const [decision] = (user.currentSubmission ?? user).decisions;
  return user.status === "rejected" && decision ? reasonOf(decision) : null;
}
