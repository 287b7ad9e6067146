import "server-only";
import { MIN_DECISIONS } from "@/lib/calendar/deadlines";
import { lagosDay } from "@/lib/dates";
import { db, Prisma } from "@/lib/db/client";
import type { PartReason } from "@/lib/onboarding/forms/reason-rules";
import { percent } from "@/lib/percent";
import type { Viewer } from "@/lib/viewer";

/** Figures about decisions for the administrators' dashboard (product 10.25). Each query reads only the decisions of its period. */
const REVIEWER_DAYS = 14;
const REASON_DAYS = 30;
const ROUND_DAYS = 84;
const DAY_MS = 86_400_000;

export interface DecisionFigures {
  /** The most recent days in Lagos, including today, in chronological order. */
  days: string[];
  /** Decisions per day of `days` by reviewer. Reviewers with the most decisions come first. */
  reviewers: { id: string; name: string; perDay: number[] }[];
  /** How many rejections named each reason, most frequent first; `words` counts rejections without a flagged part. */
  reasons: { reason: PartReason | "words"; rejections: number }[];
  /** The number of rejections; each can have several reasons. */
  rejections: number;
  /** First decisions on second submissions; `share` in percent is null if there were too few. */
  secondRound: { decided: number; approved: number; share: number | null };
}

export async function decisionFigures(viewer: Viewer): Promise<DecisionFigures> {
  const days = Array.from({ length: REVIEWER_DAYS }, (_, index) =>
    lagosDay(new Date(Date.now() - (REVIEWER_DAYS - 1 - index) * DAY_MS)),
  );
  const [reviewers, reasons, secondRound] = await Promise.all([
    reviewersByDay(viewer, days),
    rejectionReasons(),
    approvedAtSecondRound(),
  ]);
  return { days, reviewers, ...reasons, secondRound };
}

/** Decisions per reviewer and day. Only super administrators see all names; other reviewers see themselves, and the rest as one group. */
async function reviewersByDay(viewer: Viewer, days: string[]): Promise<DecisionFigures["reviewers"]> {
  const reviewer = viewer.isSuper
    ? Prisma.sql`decided_by_id`
    : Prisma.sql`CASE WHEN decided_by_id = ${viewer.userId}::uuid THEN decided_by_id END`;
  const rows = await db.$queryRaw<
    { id: string | null; name: string | null; day: string; decisions: number }[]
  >`
    SELECT counted.id, users.name, day, decisions FROM (
      SELECT ${reviewer} AS id, to_char(decided_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day, count(*)::int AS decisions
      FROM decisions WHERE decided_at >= ${days[0]}::date::timestamp AT TIME ZONE 'Africa/Lagos'
      GROUP BY 1, 2
    ) AS counted LEFT JOIN users ON users.id = counted.id`;
  const nameOf = (id: string | null, name: string | null) => {
    if (id === null) return viewer.isSuper ? "Deleted accounts" : "All others";
    if (!viewer.isSuper) return "You";
    return id === viewer.userId ? `${name} (you)` : (name ?? "");
  };
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids
    .map((id) => {
      const own = rows.filter((row) => row.id === id);
      const perDay = days.map((day) => own.find((row) => row.day === day)?.decisions ?? 0);
      return { id: id ?? "others", name: nameOf(id, own[0]?.name ?? null), perDay };
    })
    .sort((one, other) => sum(other.perDay) - sum(one.perDay) || one.name.localeCompare(other.name));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Counts the reason codes of flagged parts, never free text. Rejections of accounts deleted since are not included. */
async function rejectionReasons(): Promise<Pick<DecisionFigures, "reasons" | "rejections">> {
  const rows = await db.$queryRaw<{ reason: PartReason | "words" | null; rejections: number }[]>`
    SELECT CASE WHEN grouping(found.reason) = 1 THEN NULL ELSE coalesce(found.reason, 'words') END AS reason,
      count(DISTINCT decisions.id)::int AS rejections
    FROM decisions LEFT JOIN part_reviews AS found
      ON found.submission_id = decisions.submission_id AND found.reason IS NOT NULL
    WHERE decisions.status = 'rejected' AND decisions.user_id IS NOT NULL
      AND decided_at >= now() - make_interval(days => ${REASON_DAYS})
    GROUP BY GROUPING SETS ((found.reason), ())`;
  const reasons = rows
    .flatMap(({ reason, rejections }) => (reason ? [{ reason, rejections }] : []))
    .sort((one, other) => other.rejections - one.rejections || one.reason.localeCompare(other.reason));
  return { reasons, rejections: rows.find(({ reason }) => reason === null)?.rejections ?? 0 };
}

async function approvedAtSecondRound(): Promise<DecisionFigures["secondRound"]> {
  const [row] = await db.$queryRaw<[{ decided: number; approved: number }]>`
    SELECT count(*)::int AS decided, count(*) FILTER (WHERE status = 'approved')::int AS approved
    FROM decisions WHERE round = 2 AND decided_at >= now() - make_interval(days => ${ROUND_DAYS})`;
  const { decided, approved } = row;
  return { decided, approved, share: decided < MIN_DECISIONS ? null : percent(approved, decided) };
}
