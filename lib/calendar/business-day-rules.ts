import { dayOf, lagosDay } from "@/lib/dates";

/**
 * Business days in Nigeria (product 10.17, ADR 29): Monday to Friday, except public holidays. Pure. A day is a calendar day in Lagos,
 * `2026-11-23`. The day of a submission does not count, so a reviewer always has full days, whatever the hour of the submission.
 */
export type Holidays = ReadonlySet<string>;

const DAY_MS = 86_400_000;
/** The end of a business day, 17:00 in Lagos, in UTC. */
const DAY_END = "T16:00:00.000Z";

const nextDay = (day: string): string => dayOf(new Date(Date.parse(day) + DAY_MS));

export function isBusinessDay(day: string, holidays: Holidays): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay()) && !holidays.has(day);
}

/** Returns the nth business day after a day; `count` is at least 1. */
export function addBusinessDays(day: string, count: number, holidays: Holidays): string {
  let result = day;
  for (let left = count; left > 0;) {
    result = nextDay(result);
    if (isBusinessDay(result, holidays)) left -= 1;
  }
  return result;
}

/** Counts the business days after the day of `from`, up to and including the day of `to`; 0 on the same day. */
export function businessDaysBetween(from: Date, to: Date, holidays: Holidays): number {
  const last = lagosDay(to);
  let count = 0;
  for (let day = lagosDay(from); day < last;) {
    day = nextDay(day);
    if (isBusinessDay(day, holidays)) count += 1;
  }
  return count;
}

/** Returns when a decision is due: at the end (17:00 in Lagos) of the nth business day after the day of the submission. */
export const deadlineAfter = (submittedAt: Date, businessDays: number, holidays: Holidays): Date =>
  new Date(addBusinessDays(lagosDay(submittedAt), businessDays, holidays) + DAY_END);

/** Returns whether a deadline has passed or ends today (in Lagos); null if neither. */
export function deadlineState(dueAt: Date, now: Date): "late" | "today" | null {
  if (now > dueAt) return "late";
  return lagosDay(now) === lagosDay(dueAt) ? "today" : null;
}
