import "server-only";
import { audit } from "@/lib/audit/audit";
import type { HolidayDto, ReviewDeadlineDto } from "./schema";
import { db, transaction, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { dayOf } from "@/lib/dates";
import { AppError, notFound } from "@/lib/errors";
import { lockCalendarForChange, readDeadlines, recomputeDeadlines } from "./deadlines";
import { reviewQueues } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";

/**
 * Holidays and deadlines, edited by administrators (product 10.17). A change, the new deadlines of all pending submissions and the audit
 * row are one transaction. Changes are serialized, and the last one wins.
 */

/** Returns all public holidays, by date. */
export async function listHolidays(): Promise<HolidayDto[]> {
  const rows = await db.holiday.findMany({ orderBy: { date: "asc" } });
  return rows.map(({ date, name }) => ({ date: dayOf(date), name }));
}

/** Returns the date as numbers, because the audit log accepts no text (threat 60); for the same reason it does not contain the name. */
const dateForAudit = (date: string) => {
  const [year, month, day] = date.split("-").map(Number);
  return { year: year!, month: month!, day: day! };
};

/** Adds a holiday. Repeating the call has no effect. Throws CONFLICT if another holiday has that date. */
export async function saveHoliday(viewer: Viewer, { date, name }: HolidayDto): Promise<HolidayDto[]> {
  await changeCalendar(viewer, async (tx) => {
    const where = { date: new Date(date) };
    const present = await tx.holiday.findUnique({ where });
    if (present?.name === name) return;
    if (present) throw new AppError("CONFLICT", `This date is already a holiday: ${present.name}`);
    await tx.holiday.create({ data: { ...where, name } });
    await recomputeDeadlines(tx);
    await audit(tx, {
      actorId: viewer.userId,
      action: "holiday.added",
      targetId: null,
      data: dateForAudit(date),
    });
  });
  return listHolidays();
}

/** Throws NOT_FOUND if there is no holiday on that date. */
export async function removeHoliday(viewer: Viewer, date: string): Promise<HolidayDto[]> {
  await changeCalendar(viewer, async (tx) => {
    const { count } = await tx.holiday.deleteMany({ where: { date: new Date(date) } });
    if (count === 0) throw notFound("There is no holiday on this date");
    await recomputeDeadlines(tx);
    await audit(tx, {
      actorId: viewer.userId,
      action: "holiday.removed",
      targetId: null,
      data: dateForAudit(date),
    });
  });
  return listHolidays();
}

/** Returns the business days until a decision is due, for every queue. */
export async function listReviewDeadlines(): Promise<ReviewDeadlineDto[]> {
  const deadlines = await readDeadlines();
  return reviewQueues.map((queue) => ({ queue, businessDays: deadlines[queue] }));
}

/** Sets the deadline of a queue. Repeating the call has no effect. */
export async function setReviewDeadline(
  viewer: Viewer,
  { queue, businessDays }: ReviewDeadlineDto,
): Promise<ReviewDeadlineDto[]> {
  await changeCalendar(viewer, async (tx) => {
    const from = (await readDeadlines(tx))[queue];
    if (from === businessDays) return;
    await tx.reviewDeadline.upsert({
      where: { queue },
      create: { queue, businessDays },
      update: { businessDays },
    });
    await recomputeDeadlines(tx);
    await audit(tx, {
      actorId: viewer.userId,
      action: "deadline.changed",
      targetId: null,
      data: { queue, from, to: businessDays },
    });
  });
  return listReviewDeadlines();
}

const changeCalendar = (viewer: Viewer, change: (tx: Tx) => Promise<void>): Promise<void> =>
  transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "site.change");
    await lockCalendarForChange(tx);
    await change(tx);
  });
