import "server-only";
import type { Viewer } from "@/lib/viewer";
import { db, Prisma } from "@/lib/db/client";
import type { StatisticsDto } from "@/lib/users/dto";

/** The number of weeks in the dashboard's chart, including the current one. */
const WEEKS = 12;

/** The weeks of the charts in chronological order: `start` is a Monday in Lagos, `since` and `until` are timestamps. */
export const chartWeeks = Prisma.sql`
  SELECT start, start AT TIME ZONE 'Africa/Lagos' AS since, (start + interval '1 week') AT TIME ZONE 'Africa/Lagos' AS until
  FROM generate_series(
    date_trunc('week', now() AT TIME ZONE 'Africa/Lagos') - make_interval(weeks => ${WEEKS - 1}),
    date_trunc('week', now() AT TIME ZONE 'Africa/Lagos'), interval '1 week') AS start`;

/**
 * Returns the dashboard's statistics, exact and from a single query (product 2.10, 10.7). Administrators are counted for super
 * administrators only. Weeks begin on Monday in Lagos. Decisions about deleted accounts remain counted; their registrations do not.
 * `pending` is the length of the queue, excluding users who have submitted nothing.
 */
export async function statistics(viewer: Viewer): Promise<StatisticsDto> {
  const [row] = await db.$queryRaw<[StatisticsDto]>`
    WITH counts AS (
      SELECT role, status, submitted, verified, sum(delta)::int AS n FROM user_count_deltas GROUP BY 1, 2, 3, 4
    ), week AS (${chartWeeks}
    )
    SELECT
      json_build_object(
        'total', coalesce(sum(n) FILTER (WHERE ${viewer.isSuper} OR role <> 'admin'), 0),
        'investors', coalesce(sum(n) FILTER (WHERE role = 'investor'), 0),
        'startups', coalesce(sum(n) FILTER (WHERE role = 'startup'), 0),
        'admins', CASE WHEN ${viewer.isSuper} THEN coalesce(sum(n) FILTER (WHERE role = 'admin'), 0) END,
        'verified', coalesce(sum(n) FILTER (WHERE role <> 'admin' AND status = 'approved'), 0),
        'pending', coalesce(sum(n) FILTER (WHERE role <> 'admin' AND status = 'pending' AND submitted), 0)
      ) AS figures,
      json_build_object(
        'registered', coalesce(sum(n) FILTER (WHERE role <> 'admin'), 0),
        'proved', coalesce(sum(n) FILTER (WHERE role <> 'admin' AND verified), 0),
        'chosen', coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND verified), 0),
        'submitted', coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND verified AND submitted), 0),
        'approved', coalesce(sum(n) FILTER (WHERE role IN ('investor', 'startup') AND verified AND submitted AND status = 'approved'), 0)
      ) AS funnel,
      (SELECT json_agg(json_build_object(
          'week', to_char(start, 'YYYY-MM-DD'),
          'registered', (SELECT count(*) FROM users WHERE role <> 'admin' AND created_at >= since AND created_at < until),
          'approved', (SELECT count(*) FROM decisions WHERE status = 'approved' AND decided_at >= since AND decided_at < until),
          'rejected', (SELECT count(*) FROM decisions WHERE status = 'rejected' AND decided_at >= since AND decided_at < until)
        ) ORDER BY start) FROM week) AS weeks
    FROM counts`;
  return row;
}
