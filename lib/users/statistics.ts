import "server-only";
import type { Viewer } from "@/lib/viewer";
import { db } from "@/lib/db/client";
import type { StatisticsDto } from "./dto";

/** Weeks in the dashboard's chart, including the current one. */
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
 * The dashboard's statistics, exact and from one query (product 2.10, 10.7). Administrators are counted for super administrators
 * only. Weeks begin on Monday in Lagos. Decisions about deleted accounts stay counted, their registrations do not. `pending` is the
 * length of the queue, without users who submitted nothing.
 */
export async function statistics(viewer: Viewer): Promise<StatisticsDto> {
  const [row] = await db.$queryRaw<[Row]>`
    WITH counts AS (
      SELECT role, status, submitted, verified, sum(delta)::int AS n FROM user_count_deltas GROUP BY 1, 2, 3, 4
    ), week AS (
      SELECT start, start AT TIME ZONE 'Africa/Lagos' AS since, (start + interval '1 week') AT TIME ZONE 'Africa/Lagos' AS until
      FROM generate_series(
        date_trunc('week', now() AT TIME ZONE 'Africa/Lagos') - make_interval(weeks => ${WEEKS - 1}),
        date_trunc('week', now() AT TIME ZONE 'Africa/Lagos'), interval '1 week') AS start
    )
    SELECT
      coalesce(sum(n) FILTER (WHERE ${viewer.isSuper} OR role <> 'admin'), 0)::int AS total,
      coalesce(sum(n) FILTER (WHERE role = 'investor'), 0)::int AS investors,
      coalesce(sum(n) FILTER (WHERE role = 'startup'), 0)::int AS startups,
      coalesce(sum(n) FILTER (WHERE role = 'admin'), 0)::int AS admins,
      coalesce(sum(n) FILTER (WHERE role <> 'admin' AND status = 'approved'), 0)::int AS verified,
      coalesce(sum(n) FILTER (WHERE role <> 'admin' AND status = 'pending' AND submitted), 0)::int AS pending,
      coalesce(sum(n) FILTER (WHERE role <> 'admin'), 0)::int AS registered,
      coalesce(sum(n) FILTER (WHERE role <> 'admin' AND verified), 0)::int AS proved,
      coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND verified), 0)::int AS chosen,
      coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND verified AND submitted), 0)::int AS submitted,
      coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND verified AND submitted AND status = 'approved'), 0)::int AS approved,
      (SELECT json_agg(json_build_object(
          'week', to_char(start, 'YYYY-MM-DD'),
          'registered', (SELECT count(*) FROM users WHERE role <> 'admin' AND created_at >= since AND created_at < until),
          'approved', (SELECT count(*) FROM decisions WHERE status = 'approved' AND decided_at >= since AND decided_at < until),
          'rejected', (SELECT count(*) FROM decisions WHERE status = 'rejected' AND decided_at >= since AND decided_at < until)
        ) ORDER BY start) FROM week) AS weeks
    FROM counts`;
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
