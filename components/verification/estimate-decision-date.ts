import { lagosDay } from "@/lib/lagos-day";

/** Verification takes 1-2 business days (product 2.5). */
const BUSINESS_DAYS = 2;
const DAY_MS = 86_400_000;

/** The given number of business days (Monday to Friday) after a day, both as midnight UTC. */
function addBusinessDays(day: Date, days: number): Date {
  const result = new Date(day);
  for (let left = days; left > 0;) {
    result.setTime(result.getTime() + DAY_MS);
    if (![0, 6].includes(result.getUTCDay())) left -= 1;
  }
  return result;
}

/** The day by which a decision is expected, as `Tuesday, 24 November 2026`, and whether it has passed; null if nothing was submitted. */
export function estimateDecisionDate(
  submittedAt: string | null,
  now: Date = new Date(),
): { day: string; overdue: boolean } | null {
  if (!submittedAt || Number.isNaN(Date.parse(submittedAt))) return null;
  const day = addBusinessDays(new Date(lagosDay(new Date(submittedAt))), BUSINESS_DAYS);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(day);
  return {
    day: `${format({ weekday: "long" })}, ${format({ dateStyle: "long" })}`,
    overdue: new Date(lagosDay(now)) > day,
  };
}
