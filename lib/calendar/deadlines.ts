import "server-only";
import { dayOf } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { AdvisoryLock, lock, lockShared } from "@/lib/locks";
import type { Role } from "@/lib/roles";
import { reviewQueue, type ReviewQueue, type SubmissionKind } from "@/lib/submission-rules";
import { businessDaysBetween, deadlineAfter, type Holidays } from "./business-day-rules";

/** Deadlines of reviews, and the applicant's estimate (product 10.17, ADR 29). The calendar is in lib/calendar. */

/** The business days until a decision is due by default, because verification takes 1-2 business days (product 2.5). */
export const DEFAULT_BUSINESS_DAYS = 2;

/**
 * Blocks changes of holidays or deadlines until the transaction ends, so that no change misses a submission that it cannot see yet. This
 * lock and that of `lockCalendarForChange` are taken before rows of submissions are changed, so the two cannot deadlock.
 */
const lockCalendar = (tx: Tx) => lockShared(tx, AdvisoryLock.calendar);
export const lockCalendarForChange = (tx: Tx) => lock(tx, AdvisoryLock.calendar);

/** Returns all public holidays. */
export async function readHolidays(tx: Pick<Tx, "holiday"> = db): Promise<Holidays> {
  const rows = await tx.holiday.findMany({ select: { date: true } });
  return new Set(rows.map(({ date }) => dayOf(date)));
}

/** Returns the business days until a decision is due, for every queue. */
export async function readDeadlines(
  tx: Pick<Tx, "reviewDeadline"> = db,
): Promise<Record<ReviewQueue, number>> {
  const rows = await tx.reviewDeadline.findMany();
  const daysOf = (queue: ReviewQueue) =>
    rows.find((row) => row.queue === queue)?.businessDays ?? DEFAULT_BUSINESS_DAYS;
  return { startup: daysOf("startup"), personal: daysOf("personal"), corporate: daysOf("corporate") };
}

/** Returns the queue and the deadline of a submission that is new, or current again after a change of role. */
export async function queueAndDeadline(
  tx: Tx,
  { kind }: { kind: SubmissionKind },
  role: Role,
  submittedAt: Date,
): Promise<{ queue: ReviewQueue; dueAt: Date }> {
  await lockCalendar(tx);
  const queue = reviewQueue({ kind, role });
  const [holidays, deadlines] = [await readHolidays(tx), await readDeadlines(tx)];
  return { queue, dueAt: deadlineAfter(submittedAt, deadlines[queue], holidays) };
}

/**
 * Recomputes the deadlines of all pending submissions for the current holidays and business days. Submissions of one queue and day have the
 * same deadline, so one statement is enough. The caller has called `lockCalendarForChange`.
 */
export async function recomputeDeadlines(tx: Tx): Promise<void> {
  const [holidays, deadlines] = [await readHolidays(tx), await readDeadlines(tx)];
  const days = await tx.$queryRaw<{ queue: ReviewQueue; day: string; first: Date }[]>`
    SELECT queue, to_char(submitted_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day, min(submitted_at) AS first
    FROM submissions WHERE state = 'pending' AND queue IS NOT NULL GROUP BY 1, 2`;
  const dueAt = days.map(({ queue, first }) => deadlineAfter(first, deadlines[queue], holidays));
  await tx.$executeRaw`
    UPDATE submissions SET due_at = changed.due_at
    FROM unnest(${days.map(({ queue }) => queue)}::text[], ${days.map(({ day }) => day)}::date[], ${dueAt}::timestamptz[])
      AS changed (queue, day, due_at)
    WHERE submissions.state = 'pending' AND submissions.queue::text = changed.queue
      AND (submitted_at AT TIME ZONE 'Africa/Lagos')::date = changed.day
      AND submissions.due_at IS DISTINCT FROM changed.due_at`;
}

/**
 * Returns the queue of a submission, the business days until this decision on it, and its round among the user's submissions. Null if there
 * was an earlier decision, because that is the one the applicant waited for.
 */
export async function timeToDecision(
  tx: Tx,
  user: { role: Role },
  submissionId: string,
  decidedAt: Date,
): Promise<{ queue: ReviewQueue; businessDays: number; round: number } | null> {
  if ((await tx.decision.count({ where: { submissionId } })) > 0) return null;
  const submission = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
  const { userId, queue, kind, submittedAt } = submission;
  if (!submittedAt) return null;
  const businessDays = businessDaysBetween(submittedAt, decidedAt, await readHolidays(tx));
  const round = await tx.submission.count({
    // Superseded submissions were not returned for correction.
    where: { userId, kind, state: { notIn: ["draft", "superseded"] }, submittedAt: { lte: submittedAt } },
  });
  return { queue: queue ?? reviewQueue({ kind, role: user.role }), businessDays, round };
}

/** The minimum number of decisions for an estimate; fewer do not allow a useful prediction. */
export const MIN_DECISIONS = 20;

/** The number of business days within which half of the decisions, and nine tenths of them, were made. */
export interface DecisionEstimate {
  p50: number;
  p90: number;
}

/** Returns the estimate from the queue's first decisions of the last 30 days; null if there were fewer than 20. */
export async function estimateDecision(queue: ReviewQueue): Promise<DecisionEstimate | null> {
  const [row] = await db.$queryRaw<[DecisionEstimate & { decisions: number }]>`
    SELECT count(*)::int AS decisions,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY business_days) AS p50,
      percentile_disc(0.9) WITHIN GROUP (ORDER BY business_days) AS p90
    FROM decisions
    WHERE decided_at > now() - interval '30 days' AND business_days IS NOT NULL AND queue = ${queue}::review_queue`;
  return row.decisions < MIN_DECISIONS ? null : { p50: row.p50, p90: row.p90 };
}
