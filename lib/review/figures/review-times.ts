import "server-only";
import { businessDaysBetween } from "@/lib/calendar/business-day-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { db } from "@/lib/db/client";
import { chartWeeks } from "./statistics";

/** The duration of decisions and the age of pending submissions, in business days (product 10.17). For the administrators' dashboard. */
export interface ReviewTimes {
  /** The last twelve weeks in chronological order, including the current one. Percentiles are null in weeks without first decisions. */
  weeks: { week: string; decisions: number; p50: number | null; p90: number | null }[];
  /** Pending submissions by age; `most` is null for the oldest group. */
  waiting: { fewest: number; most: number | null; submissions: number }[];
}

const ages = [
  { fewest: 0, most: 0 },
  { fewest: 1, most: 1 },
  { fewest: 2, most: 2 },
  { fewest: 3, most: 5 },
  { fewest: 6, most: null },
] as const;

export async function reviewTimes(): Promise<ReviewTimes> {
  const [weeks, waiting] = await Promise.all([timesByWeek(), waitingByAge()]);
  return { weeks, waiting };
}

const timesByWeek = () => db.$queryRaw<ReviewTimes["weeks"]>`
  WITH week AS (${chartWeeks})
  SELECT to_char(start, 'YYYY-MM-DD') AS week, count(business_days)::int AS decisions,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY business_days) AS p50,
    percentile_disc(0.9) WITHIN GROUP (ORDER BY business_days) AS p90
  FROM week LEFT JOIN decisions ON decided_at >= since AND decided_at < until AND business_days IS NOT NULL
  GROUP BY start ORDER BY start`;

/** Submissions made on one day have the same age, so the database counts by day. */
async function waitingByAge(): Promise<ReviewTimes["waiting"]> {
  const [holidays, days] = await Promise.all([
    readHolidays(),
    db.$queryRaw<{ first: Date; submissions: number }[]>`
      SELECT min(submissions.submitted_at) AS first, count(*)::int AS submissions
      FROM submissions JOIN users ON users.current_submission_id = submissions.id
      WHERE submissions.state = 'pending'
      GROUP BY (submissions.submitted_at AT TIME ZONE 'Africa/Lagos')::date`,
  ]);
  const now = new Date();
  const waited = days.map(({ first, submissions }) => ({
    age: businessDaysBetween(first, now, holidays),
    submissions,
  }));
  return ages.map(({ fewest, most }) => ({
    fewest,
    most,
    submissions: waited
      .filter(({ age }) => age >= fewest && (most === null || age <= most))
      .reduce((sum, { submissions }) => sum + submissions, 0),
  }));
}
