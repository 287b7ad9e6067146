/** Days as `YYYY-MM-DD`. Safe in the browser. */

/** Nigeria has UTC+1 all year, without daylight saving time. */
const LAGOS_MS = 3_600_000;

/** The day of a column of type DATE, which Prisma reads as midnight UTC. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, "2026-11-21".length);

/** The calendar day in Nigeria at a point in time. */
export const lagosDay = (at: Date = new Date()): string => dayOf(new Date(at.getTime() + LAGOS_MS));

/** Whether a text is a day of the calendar, which `2026-02-30` is not, from 1900 on: PostgreSQL has no year 0. */
export function isDay(value: string): boolean {
  if (!/^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && dayOf(date) === value;
}

/**
 * The day that a date picker means: pickers in Lagos send midnight there as `1990-05-16T23:00:00.000Z`. Other text is returned as it is.
 */
export function toDay(value: string): string {
  const [, day, zone] = /^(\d{4}-\d{2}-\d{2})T[\d:.]{4,15}(Z|[+-]\d{2}:?\d{2})?$/.exec(value) ?? [];
  if (!day || !zone) return day ?? value;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : lagosDay(at);
}

const DAY_MS = 86_400_000;

/** The number of a day since 1970, for calculating with days. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** The day with a number of `dayNumber`. */
export const dayAt = (number: number): string => dayOf(new Date(number * DAY_MS));

/**
 * The same day of a later month, or the last day of that month if it is shorter: a month after 31 January is 28 or 29 February. Add several
 * months at once; one after the other they would stay at the 28th.
 */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return dayOf(last);
}
