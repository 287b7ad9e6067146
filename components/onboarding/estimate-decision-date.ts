import { addBusinessDays, type Holidays } from "@/lib/calendar/business-day-rules";
import { lagosDay } from "@/lib/dates";

/** Verification takes 1-2 business days (product 2.5); used until there are enough decisions for an estimate (product 10.17). */
const USUAL_BUSINESS_DAYS = 2;

/** The number of business days within which half, and 9 out of 10, of the latest decisions were made. */
interface Estimate {
  p50: number;
  p90: number;
}

const businessDays = (count: number) => `${count} business day${count === 1 ? "" : "s"}`;
/** Decisions on the day of the submission count as within one day. */
const daysOf = ({ p50, p90 }: Estimate) => ({ half: Math.max(1, p50), most: Math.max(1, p90) });

/** Describes the next step and how long it takes; without an estimate, how long it usually takes. */
export function describeEstimate(estimate: Estimate | null): string {
  const review = "A reviewer checks your answers against your documents";
  if (!estimate) return `${review}, usually within 1-2 business days.`;
  const { half, most } = daysOf(estimate);
  return half === most
    ? `${review}. 9 out of 10 verifications like yours were decided within ${businessDays(most)}.`
    : `${review}. Half of the verifications like yours were decided within ${businessDays(half)}, 9 of 10 within ${most}.`;
}

/** Returns the expected number of business days, within which most decisions were made. */
export const expectedBusinessDays = (estimate: Estimate | null): number =>
  estimate ? daysOf(estimate).most : USUAL_BUSINESS_DAYS;

interface Expectation {
  days: number;
  holidays: Holidays;
}

/**
 * Returns the day by which a decision is expected, as `Tuesday, 24 November 2026`, and whether it has passed; null if nothing has been
 * submitted.
 */
export function estimateDecisionDate(
  submittedAt: string | null,
  now: Date = new Date(),
  { days, holidays }: Expectation = { days: USUAL_BUSINESS_DAYS, holidays: new Set() },
): { day: string; overdue: boolean } | null {
  if (!submittedAt || Number.isNaN(Date.parse(submittedAt))) return null;
  const day = new Date(addBusinessDays(lagosDay(new Date(submittedAt)), days, holidays));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(day);
  return {
    day: `${format({ weekday: "long" })}, ${format({ dateStyle: "long" })}`,
    overdue: new Date(lagosDay(now)) > day,
  };
}
