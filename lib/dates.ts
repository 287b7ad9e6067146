/** Days as `YYYY-MM-DD`. Safe in the browser. */

/** Nigeria is on UTC+1 all year, without daylight saving time. */
const LAGOS_MS = 3_600_000;

/** Returns the day of a DATE column, which Prisma reads as midnight UTC. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, "2026-11-21".length);

/** Returns the value of a DATE column for a day: midnight UTC. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the calendar day in Nigeria at a point in time. */
export const lagosDay = (at: Date = new Date()): string => dayOf(new Date(at.getTime() + LAGOS_MS));

/** Returns the point in time at which a calendar day begins in Nigeria. */
export const startOfLagosDay = (day: string): Date => new Date(dateOf(day).getTime() - LAGOS_MS);

/** Returns whether a text is a valid calendar day (`2026-02-30` is not) from 1900 on: PostgreSQL has no year 0. */
export function isDay(value: string): boolean {
  if (!/^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && dayOf(date) === value;
}

/**
 * Returns the day meant by a date picker's value: pickers in Lagos send midnight there as `1990-05-16T23:00:00.000Z`. Other text is
 * returned unchanged.
 */
export function toDay(value: string): string {
  const [, day, zone] = /^(\d{4}-\d{2}-\d{2})T[\d:.]{4,15}(Z|[+-]\d{2}:?\d{2})?$/.exec(value) ?? [];
  if (!day || !zone) return day ?? value;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : lagosDay(at);
}

const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Formats a day: `2 March 2026` for `2026-03-02`. */
export const dayWords = (day: string): string => words.format(new Date(day));

const DAY_MS = 86_400_000;

/** Returns the number of days since 1970, for arithmetic with days. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** Returns the day with this number, as the inverse of `dayNumber`. */
export const dayAt = (number: number): string => dayOf(new Date(number * DAY_MS));

/**
 * Returns the same day of a later month, or the last day of that month if it is shorter: a month after 31 January is 28 or 29 February. Add
 * several months at once; adding them one by one would end on the 28th.
 */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return dayOf(last);
}
