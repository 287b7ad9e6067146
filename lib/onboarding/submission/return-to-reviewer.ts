import "server-only";
import { withRight } from "@/lib/db/with-right";
import { audit } from "@/lib/audit/audit";
import { readHolidays } from "@/lib/calendar/deadlines";
import { deadlineAfter } from "@/lib/calendar/business-day-rules";
import type { Tx } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";

/** The case is held for the reviewer until the end of this business day after the submission (product 10.16). */
const HELD_BUSINESS_DAYS = 1;

/** Returns the reviewer who asked the user to change parts of the current submission; null if nobody did, or they no longer review. */
export const findAskingReviewer = async (tx: Tx, userId: string) =>
  tx.user.findFirst({
    where: {
      ...withRight("cases.decide"),
      reviewed: { some: { state: "rejected", changesRequested: true, currentOf: { id: userId } } },
    },
    select: { id: true, name: true, email: true },
  });

/**
 * Gives the case of a submission that answers requested changes to the reviewer who asked for them, emails them and audits it. Unless they
 * work on it, the claim lapses after the next business day, so that the case waits for nobody who is away.
 */
export async function returnToReviewer(
  tx: Tx,
  reviewer: { id: string; name: string; email: string },
  { userId, submissionId, submittedAt }: { userId: string; submissionId: string; submittedAt: Date },
): Promise<void> {
  const heldUntil = deadlineAfter(submittedAt, HELD_BUSINESS_DAYS, await readHolidays(tx));
  await tx.submission.update({
    where: { id: submissionId },
    data: { claimedById: reviewer.id, claimedAt: submittedAt, claimActiveAt: heldUntil },
  });
  const data = { name: reviewer.name, userId };
  await enqueue(tx, { to: reviewer.email, userId: reviewer.id, template: "changesAnswered", data });
  await audit(tx, {
    actorId: userId,
    action: "case.returned",
    targetId: userId,
    data: { submissionId, reviewerId: reviewer.id },
  });
}
