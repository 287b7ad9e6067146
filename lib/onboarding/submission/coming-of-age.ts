import "server-only";
import { ADULT_YEARS, isAdult } from "@/lib/age";
import { audit } from "@/lib/audit/audit";
import { lagosDay } from "@/lib/dates";
import { db, lockUsers, transaction } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { clearedReview } from "./assign-role";

/** Asks approved users who submitted while under 18 to verify again as adults (product 10.24). */
const BATCH = 100;
/** How long after the birthday a user can still be asked, e.g. because the approval came later. */
const MAX_YEARS = 2;

/**
 * Asks approved users who have turned 18 since their submission to verify again, once, by email and on their dashboard. Called by a job.
 */
export async function askNewAdults(): Promise<void> {
  for (;;) {
    const due = await db.$queryRaw<{ id: string; userId: string }[]>`
      SELECT s.id, s.user_id AS "userId"
      FROM personal_details p JOIN submissions s ON s.id = p.submission_id JOIN users u ON u.current_submission_id = s.id
      WHERE p.date_of_birth > ${lagosDay()}::date - make_interval(years => ${ADULT_YEARS + MAX_YEARS}::int)
        AND p.date_of_birth <= ${lagosDay()}::date - make_interval(years => ${ADULT_YEARS}::int)
        AND p.date_of_birth > (s.submitted_at AT TIME ZONE 'Africa/Lagos')::date - make_interval(years => ${ADULT_YEARS}::int)
        AND s.state = 'approved' AND s.adult_asked_at IS NULL
      LIMIT ${BATCH}`;
    for (const { id, userId } of due) {
      await transaction(async (tx) => {
        await lockUsers(tx, userId);
        const { count } = await tx.submission.updateMany({
          where: { id, state: "approved", adultAskedAt: null },
          data: { adultAskedAt: new Date() },
        });
        if (count === 0) return;
        const { email: to, name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
        await enqueue(tx, { to, userId, template: "verifyAgainAsAdult", data: { name } });
      });
    }
    if (due.length < BATCH) return;
  }
}

const asked = { state: "approved", adultAskedAt: { not: null } } as const;

/** Whether a user was under 18 in Lagos on the day of the submission. Only such users are ever asked to verify again. */
export const wasMinorAtSubmission = (submission: {
  personal: { dateOfBirth: string } | null;
  submittedAt: string | null;
}): boolean =>
  submission.personal !== null &&
  submission.submittedAt !== null &&
  !isAdult(submission.personal.dateOfBirth, lagosDay(new Date(submission.submittedAt)));

/** Returns whether the viewer has been asked to verify again. */
export const isAskedToVerifyAgain = async ({ id }: { id: string }): Promise<boolean> =>
  (await db.user.count({ where: { id, currentSubmission: asked } })) > 0;

/**
 * Ends the approval of a user who was asked to verify again, so that their form opens. Audited. Throws CONFLICT, UNAUTHENTICATED if the
 * session has ended in the meantime.
 */
export async function verifyAgain(viewer: Actor): Promise<void> {
  const { userId } = viewer;
  await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const { count } = await tx.submission.updateMany({
      where: { ...asked, currentOf: { id: userId } },
      // The submission must not remain `approved`: a later change of role could make it current again. The decision remains in the history.
      data: { state: "superseded", reviewedAt: null, reviewedById: null },
    });
    if (count === 0) throw new AppError("CONFLICT", "You do not need to verify again");
    await tx.user.update({ where: { id: userId }, data: clearedReview });
    await audit(tx, { actorId: userId, action: "submission.approval_ended", targetId: userId });
  });
}
