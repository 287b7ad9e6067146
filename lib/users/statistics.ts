import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { db } from "@/lib/db/client";
import type { StatisticsDto } from "./dto";

/** How many weeks the plot of the dashboard shows, this one included. */
const WEEKS = 12;

interface Row {
  total: number;
  investors: number;
  startups: number;
  admins: number;
  verified: number;
  pending: number;
  registered: number;
  proved: number;
  chosen: number;
  submitted: number;
  approved: number;
  weeks: { week: string; registered: number; approved: number; rejected: number }[];
}

/**
 * The figures of the dashboard, exact and by one query (product 2.10, product 10.7). Administrators count for a super administrator only.
 * A week begins on Monday in Lagos; decisions stay counted when an account goes, registrations do not. Who submitted nothing waits for nobody, so `pending` is the length of the queue.
 */
export async function statistics(viewer: Viewer): Promise<StatisticsDto> {
  const [row] = await db.$queryRaw<[Row]>`
    WITH kept AS (
      SELECT role, status, submitted, proved, sum(count)::int AS n FROM user_tallies GROUP BY 1, 2, 3, 4
    ), week AS (
      SELECT start::date AS start
      FROM generate_series(
        date_trunc('week', now() AT TIME ZONE 'Africa/Lagos') - make_interval(weeks => ${WEEKS - 1}),
        date_trunc('week', now() AT TIME ZONE 'Africa/Lagos'), interval '1 week') AS start
    ), joined AS (
      SELECT date_trunc('week', day::timestamp)::date AS start, sum(count)::int AS n FROM user_days
      WHERE day >= (SELECT min(start) FROM week) AND role <> 'admin' GROUP BY 1
    ), decided AS (
      SELECT date_trunc('week', day::timestamp)::date AS start,
        coalesce(sum(count) FILTER (WHERE status = 'approved'), 0)::int AS approved,
        coalesce(sum(count) FILTER (WHERE status = 'rejected'), 0)::int AS rejected
      FROM decision_days WHERE day >= (SELECT min(start) FROM week) GROUP BY 1
    )
    SELECT
      coalesce(sum(n) FILTER (WHERE ${viewer.isSuper} OR role <> 'admin'), 0)::int AS total,
      coalesce(sum(n) FILTER (WHERE role = 'investor'), 0)::int AS investors,
      coalesce(sum(n) FILTER (WHERE role = 'startup'), 0)::int AS startups,
      coalesce(sum(n) FILTER (WHERE role = 'admin'), 0)::int AS admins,
      coalesce(sum(n) FILTER (WHERE role <> 'admin' AND status = 'approved'), 0)::int AS verified,
      coalesce(sum(n) FILTER (WHERE role <> 'admin' AND status = 'pending' AND submitted), 0)::int AS pending,
      coalesce(sum(n) FILTER (WHERE role <> 'admin'), 0)::int AS registered,
      coalesce(sum(n) FILTER (WHERE role <> 'admin' AND proved), 0)::int AS proved,
      coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND proved), 0)::int AS chosen,
      coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND proved AND submitted), 0)::int AS submitted,
      coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND proved AND submitted AND status = 'approved'), 0)::int AS approved,
      (SELECT json_agg(json_build_object(
          'week', to_char(week.start, 'YYYY-MM-DD'),
          'registered', coalesce(joined.n, 0),
          'approved', coalesce(decided.approved, 0),
          'rejected', coalesce(decided.rejected, 0)) ORDER BY week.start)
        FROM week LEFT JOIN joined USING (start) LEFT JOIN decided USING (start)) AS weeks
    FROM kept`;
  return {
    figures: {
      total: row.total,
      investors: row.investors,
      startups: row.startups,
      admins: viewer.isSuper ? row.admins : null,
      verified: row.verified,
      pending: row.pending,
    },
    funnel: {
      registered: row.registered,
      proved: row.proved,
      chosen: row.chosen,
      submitted: row.submitted,
      approved: row.approved,
    },
    weeks: row.weeks,
  };
}
