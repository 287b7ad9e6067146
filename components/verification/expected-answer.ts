import { lagosDay } from "@/lib/lagos-day";

/** When a decision may be expected: verification takes 1-2 business days (product 2.5). */
const BUSINESS_DAYS = 2;
const DAY_MS = 86_400_000;

const words = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The day that lies `days` business days (Monday to Friday) after the day of `from` in Nigeria, at its midnight UTC. */
export function addBusinessDays(from: Date, days: number): Date {
  let day = Date.parse(lagosDay(from)) / DAY_MS;
  for (let left = days; left > 0;) {
    day += 1;
    // Day 0 of the epoch was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(day * DAY_MS);
}

/** Until when a decision may be expected, in words, and whether that day is over. */
export interface ExpectedAnswer {
  /** `Tuesday, 24 November 2026` */
  day: string;
  overdue: boolean;
}

/** null when nothing was submitted. */
export function estimateDecisionDate(
  submittedAt: string | null,
  now: Date = new Date(),
): ExpectedAnswer | null {
  const from = submittedAt ? new Date(submittedAt) : null;
  if (!from || Number.isNaN(from.getTime())) return null;
  const day = addBusinessDays(from, BUSINESS_DAYS);
  const parts = words.formatToParts(day);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((entry) => entry.type === type)?.value ?? "";
  return {
    day: `${part("weekday")}, ${part("day")} ${part("month")} ${part("year")}`,
    overdue: addBusinessDays(now, 0) > day,
  };
}
