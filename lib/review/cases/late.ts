import "server-only";
import { deadlineAfter } from "@/lib/calendar/business-day-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { transaction, type Tx } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";

/** The business days after a missed deadline until super administrators are emailed. */
const RAISED_AFTER_BUSINESS_DAYS = 1;

/**
 * Emails reviewers about cases that they had claimed by the deadline and that are late, and, one business day later, super administrators
 * about every late case; once for each deadline. A job calls this.
 */
export const emailAboutLateCases = (now = new Date()): Promise<void> =>
  transaction(async (tx) => {
    await emailReviewers(tx, now);
    await raise(tx, now);
  });

async function emailReviewers(tx: Tx, now: Date): Promise<void> {
  const late = await tx.$queryRaw<{ id: string; name: string; email: string; cases: number }[]>`
    WITH late AS (
      UPDATE submissions SET late_mailed_for = due_at
      WHERE state = 'pending' AND due_at < ${now} AND late_mailed_for IS DISTINCT FROM due_at AND claimed_at <= due_at
      RETURNING claimed_by_id
    )
    SELECT u.id, u.name, u.email, count(*)::int AS cases FROM late JOIN users AS u ON u.id = claimed_by_id AND u.role = 'admin'
    GROUP BY u.id ORDER BY u.id`;
  for (const { id: userId, name, email: to, cases } of late)
    await enqueue(tx, { to, userId, template: "lateCases", data: { name, cases } });
}

async function raise(tx: Tx, now: Date): Promise<void> {
  const missed = await tx.$queryRaw<{ dueAt: Date }[]>`
    SELECT DISTINCT due_at AS "dueAt" FROM submissions
    WHERE state = 'pending' AND due_at < ${now} AND late_raised_for IS DISTINCT FROM due_at`;
  if (missed.length === 0) return;
  const holidays = await readHolidays(tx);
  const raised = missed
    .map(({ dueAt }) => dueAt)
    .filter((dueAt) => deadlineAfter(dueAt, RAISED_AFTER_BUSINESS_DAYS, holidays) <= now);
  const cases = await tx.$executeRaw`
    UPDATE submissions SET late_raised_for = due_at
    WHERE state = 'pending' AND due_at = ANY (${raised}::timestamptz[]) AND late_raised_for IS DISTINCT FROM due_at`;
  if (cases > 0) await emailSuperAdministrators(tx, "veryLateCases", { cases });
}
