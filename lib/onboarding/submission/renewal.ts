import "server-only";
import { audit } from "@/lib/audit/audit";
import { dateOf, dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db, transaction, type Tx } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import type { PartReason } from "../forms/reason-rules";
import type { AskedRenewal, RenewalReason } from "./renewal-labels";

/**
 * Renewal of an approved verification when its review is due (product 10.42): the user changes only the parts concerned, as after a request
 * for changes, and has full access until the decision.
 */

/** How many days before the review date the user is asked. */
const NOTICE_DAYS = 30;

/** The last review date about which users are asked today. */
export const noticeEnd = (): Date => dateOf(dayAt(dayNumber(lagosDay()) + NOTICE_DAYS));

/** Returns the parts of the current submission that a review concerns: the ID if it expires, otherwise the proof of address. */
export async function dueParts(
  reader: Tx | typeof db,
  userId: string,
): Promise<{ reason: RenewalReason; parts: string[] }> {
  const { currentSubmission: submission } = await reader.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      currentSubmission: {
        select: { kind: true, idExpiresOn: true, _count: { select: { signatories: true } } },
      },
    },
  });
  const isCompany = submission?.kind === "corporate";
  if (submission?.idExpiresOn && submission.idExpiresOn <= noticeEnd())
    return {
      reason: "id_expires",
      parts: isCompany
        ? Array.from(
            { length: submission._count.signatories },
            (_, at) => `corporate.signatories.${at}.idDocument`,
          )
        : ["documents.idDocument"],
    };
  const bill = `${isCompany ? "corporate." : ""}documents.utilityBill`;
  return { reason: "regular", parts: [bill] };
}

const askedUsers = { status: "approved", closedAt: null, riskRating: { askedAt: { not: null } } } as const;

/** Returns what an approved user was asked to renew; null if nothing. */
export async function findAskedRenewal(userId: string): Promise<AskedRenewal | null> {
  const rating = await db.riskRating.findFirst({
    where: { userId, user: askedUsers, reviewDueOn: { not: null } },
  });
  if (!rating) return null;
  const by = dayOf(rating.reviewDueOn!);
  return { reason: (await dueParts(db, userId)).reason, by, isOverdue: by < lagosDay() };
}

/**
 * Opens the form of a user who was asked to renew, for the parts concerned. Their access and their account for payouts do not change. Audited.
 * Throws CONFLICT if they were not asked, or have nothing submitted; UNAUTHENTICATED if the session has ended in the meantime.
 */
export async function startRenewal(viewer: Actor): Promise<void> {
  const { userId } = viewer;
  await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const user = await tx.user.findFirst({
      where: { id: userId, ...askedUsers, currentSubmission: { state: "approved" } },
    });
    if (!user) throw new AppError("CONFLICT", "There is nothing to renew");
    const submissionId = user.currentSubmissionId!;
    const { reason, parts } = await dueParts(tx, userId);
    await tx.partReview.deleteMany({
      where: { submissionId, OR: [{ part: { in: parts } }, { reason: { not: null } }] },
    });
    await tx.partReview.createMany({
      data: parts.map((part) => ({ submissionId, part, reason: "renewal" satisfies PartReason })),
    });
    await tx.submission.update({
      where: { id: submissionId },
      data: { state: "rejected", changesRequested: true },
    });
    await tx.user.update({ where: { id: userId }, data: { status: "rejected", renewing: true } });
    await audit(tx, {
      actorId: userId,
      action: "submission.renewal_started",
      targetId: userId,
      data: { reason },
    });
  });
}
