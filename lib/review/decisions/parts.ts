import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { isPart } from "@/lib/onboarding/forms/path-rules";
import type { PartReason } from "@/lib/onboarding/forms/reason-rules";
import {
  flaggedParts,
  openPartNote,
  sealPartNote,
  toRequestedChange,
} from "@/lib/onboarding/submission/decision-reasons";
import { findCaseForViewer, getUserForViewer, type CaseRow } from "@/lib/users/admin-queries";
import type { UserDto } from "@/lib/users/dto";
import type { Viewer } from "@/lib/viewer";
import { claimIfFree } from "../cases/commands";
import { lockForDecision } from "./lock-for-decision";
import { emailDecision, saveDecision } from "./save-decision";
import type { PartReviewDto, PartReviewsDto, PartReviewInput, RequestChanges } from "./part-schema";

/** Decisions on parts of a submission, and the request to change some of them (product 10.16). */
const include = { reviewedBy: { select: { name: true } } } as const;
type Row = Prisma.PartReviewGetPayload<{ include: typeof include }>;

const toDto = (row: Row): PartReviewDto => ({
  part: row.part,
  reason: row.reason as PartReason | null,
  note: openPartNote(row),
  reviewer: row.reviewedBy?.name ?? null,
  at: row.reviewedAt.toISOString(),
});

/** Returns part reviews of the user's current submission and the previous one with the same form. */
export async function listPartReviews({
  id: userId,
  currentSubmission,
}: Pick<CaseRow, "id" | "currentSubmission">): Promise<PartReviewsDto> {
  if (!currentSubmission?.submittedAt) return { current: [], previous: [] };
  const { id, kind, submittedAt } = currentSubmission;
  const rounds = await db.submission.findMany({
    relationLoadStrategy: "join",
    where: { userId, kind, submittedAt: { lte: submittedAt } },
    select: { id: true, partReviews: { include, orderBy: { part: "asc" } } },
    orderBy: { submittedAt: "desc" },
    take: 2,
  });
  const [previous] = rounds.filter((round) => round.id !== id);
  const current = rounds.find((round) => round.id === id);
  return {
    current: current?.partReviews.map(toDto) ?? [],
    previous: previous?.partReviews.map(toDto) ?? [],
  };
}

/**
 * Stores a reviewer's decision on a part of the current submission. It is audited without the note. Throws as a decision does:
 * ALREADY_DECIDED; CONFLICT, including when the part has been reviewed since `seen`; VALIDATION_FAILED for a part that the submission does
 * not have.
 */
export async function reviewPart(
  viewer: Viewer,
  userId: string,
  { submissionId, part, verdict, reason, note, seen }: PartReviewInput,
): Promise<PartReviewsDto> {
  await transaction(async (tx) => {
    const { kind, _count } = await lockPending(tx, viewer, userId, submissionId);
    if (!isPart(kind, part, _count.signatories))
      throw invalid("part", "This submission does not have this part");
    const where = { submissionId_part: { submissionId, part } };
    const stored = await tx.partReview.findUnique({ where });
    if (seen !== undefined && seen !== (stored?.reviewedAt.toISOString() ?? null))
      throw new AppError("CONFLICT", "The review of this part has changed. Look at it again.");
    if (verdict === "open") {
      await tx.partReview.deleteMany({ where: { submissionId, part } });
    } else {
      const isFlagged = verdict === "flagged";
      const id = stored?.id ?? uuidv7();
      const data = {
        reason: isFlagged ? reason : null,
        ...sealPartNote(id, isFlagged ? (note ?? null) : null),
        reviewedById: viewer.userId,
        reviewedAt: new Date(),
      };
      await tx.partReview.upsert({ where, create: { id, submissionId, part, ...data }, update: data });
      // Flagging a part means that the reviewer has begun to work on the case.
      if (isFlagged) await claimIfFree(tx, viewer, userId);
    }
    await audit(tx, {
      actorId: viewer.userId,
      action: "case.part_reviewed",
      targetId: userId,
      data: { submissionId, part, verdict, reason },
    });
  });
  return listPartReviews(await findCaseForViewer(viewer, userId));
}

async function lockPending(tx: Tx, viewer: Viewer, userId: string, submissionId: string) {
  const decision = {
    status: "rejected",
    expectedStatus: "pending",
    submissionId,
  } as const;
  const user = await lockForDecision(tx, viewer, userId, decision);
  const submission = await tx.submission.findUniqueOrThrow({
    where: { id: submissionId },
    include: {
      partReviews: flaggedParts,
      _count: { select: { signatories: true } },
    },
  });
  return { user, ...submission };
}

/**
 * Returns the submission to the applicant, who can change only the flagged parts. It is a rejection whose reason lists them. Throws
 * ALREADY_DECIDED; CONFLICT, including when the flags differ from those that the reviewer saw; VALIDATION_FAILED if no part is flagged.
 */
export async function requestChanges(
  viewer: Viewer,
  userId: string,
  { submissionId, seen }: RequestChanges,
): Promise<UserDto> {
  await transaction(async (tx) => {
    const { user, partReviews } = await lockPending(tx, viewer, userId, submissionId);
    if (partReviews.length === 0) {
      throw new AppError("VALIDATION_FAILED", "First flag what the applicant has to change");
    }
    const stored = partReviews.map(({ part, reviewedAt }) => `${part} ${reviewedAt.toISOString()}`);
    const known = seen?.map(({ part, at }) => `${part} ${at}`) ?? stored;
    if (known.length !== stored.length || !stored.every((flag) => known.includes(flag)))
      throw new AppError("CONFLICT", "A colleague has changed the flags. Look at them again.");
    const decision = { status: "rejected", requestedChanges: partReviews.map(toRequestedChange) } as const;
    await saveDecision(tx, viewer.userId, user, decision);
    await emailDecision(tx, user, decision);
  });
  return getUserForViewer(viewer, userId);
}
