import "server-only";
import { withRight } from "@/lib/db/with-right";
import { db, Prisma } from "@/lib/db/client";
import { env } from "@/lib/env";
import {
  MAX_COUNTED_HITS,
  findUserForViewer,
  summaryColumns,
  toPagination,
  toUserSummary,
  type CaseRow,
  type UserSummaryRow,
} from "@/lib/users/admin-queries";
import type { Pagination } from "@/lib/users/dto";
import { countWhere, userWhere } from "@/lib/users/search";
import type { Viewer } from "@/lib/viewer";
import { markConditions, marksOfCase } from "./mark-conditions";
import {
  CLAIM_IDLE_MINUTES,
  type AssignmentFilter,
  type CaseDto,
  type CaseListQuery,
  type CaseOrder,
  type CaseSummaryDto,
  type ClaimDto,
  type ReviewerDto,
} from "./schema";

/** SQL condition: the submission `s` is claimed, and its reviewer was recently active. */
export const isClaimed = Prisma.sql`(s.claimed_by_id IS NOT NULL
  AND s.claim_active_at > now() - make_interval(mins => ${CLAIM_IDLE_MINUTES}::int))`;

/** Submissions of one day share a deadline, so ties are broken by submission time: first in, first out. */
export const orderBy: Record<CaseOrder, Prisma.Sql> = {
  waiting: Prisma.sql`s.submitted_at, s.id`,
  newest: Prisma.sql`s.submitted_at DESC, s.id DESC`,
  deadline: Prisma.sql`s.due_at, s.submitted_at, s.id`,
};

type OpenCases = Pick<CaseListQuery, "role" | "q" | "mark">;
const pendingUsers = ({ role, q }: Omit<OpenCases, "mark">) =>
  ({ status: "pending", onlySubmitted: true, excludeAdmin: true, role, q }) as const;

/** Returns the SQL for open cases: the pending current submissions `s` of users `u`. */
export const openCases = (viewer: Viewer, filter: OpenCases): Prisma.Sql => Prisma.sql`
  submissions AS s
  JOIN (SELECT * FROM users WHERE ${userWhere(viewer, pendingUsers(filter))}) AS u ON u.current_submission_id = s.id
  WHERE s.state = 'pending' AND ${filter.mark ? markConditions[filter.mark] : Prisma.sql`TRUE`}`;

const isAssigned = (viewer: Viewer, assignment: AssignmentFilter): Prisma.Sql =>
  ({
    all: Prisma.sql`TRUE`,
    mine: Prisma.sql`(${isClaimed} AND s.claimed_by_id = ${viewer.userId}::uuid)`,
    unclaimed: Prisma.sql`NOT ${isClaimed}`,
  })[assignment];

/** Returns the SQL condition that the open case `s` has this mark and assignment. */
export const caseCondition = (
  viewer: Viewer,
  { mark, assignment }: Pick<CaseListQuery, "mark" | "assignment">,
): Prisma.Sql =>
  Prisma.sql`${isAssigned(viewer, assignment)} AND ${mark ? markConditions[mark] : Prisma.sql`TRUE`}`;

/** Cases with a mark are counted to a lower limit than search results, so that filtering a long queue has a bounded cost. */
const MAX_COUNTED_MARKS = 1_000;
const maxCounted = ({ mark }: Pick<CaseListQuery, "mark">) => (mark ? MAX_COUNTED_MARKS : MAX_COUNTED_HITS);

/**
 * Returns the SQL for the total. Pending submissions come from the materialized counts (ADR 10); claims, marks and search results are
 * counted live.
 */
function totalOf(viewer: Viewer, { assignment, ...filter }: CaseListQuery): Prisma.Sql {
  const pending = Prisma.sql`(SELECT coalesce(sum(delta), 0)::int FROM user_count_deltas
    WHERE ${countWhere(viewer, pendingUsers(filter))})`;
  const live = (condition: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM ${openCases(viewer, filter)} AND ${condition} LIMIT ${maxCounted(filter) + 1}) AS hits)`;
  if (filter.q || filter.mark || assignment === "mine") return live(isAssigned(viewer, assignment));
  return assignment === "all" ? pending : Prisma.sql`${pending} - ${live(isClaimed)}`;
}

interface ClaimColumns {
  claimedById: string | null;
  claimedBy: string | null;
  claimedAt: string | null;
}
const claimColumns = Prisma.sql`r.id AS "claimedById", r.name AS "claimedBy", s.claimed_at AS "claimedAt"`;
const joinClaimant = Prisma.sql`LEFT JOIN users AS r ON r.id = s.claimed_by_id AND ${isClaimed}`;

function toClaim({ claimedById, claimedBy, claimedAt }: ClaimColumns, viewer: Viewer): ClaimDto | null {
  if (!claimedById || !claimedBy || !claimedAt) return null;
  return {
    reviewer: { _id: claimedById, name: claimedBy },
    since: new Date(claimedAt).toISOString(),
    isMine: claimedById === viewer.userId,
  };
}

/** Returns a page of open cases with their claims, in a stable order; empty past the end (product 10.15). */
export async function listCases(
  viewer: Viewer,
  query: CaseListQuery,
): Promise<{ cases: CaseSummaryDto[]; pagination: Pagination }> {
  const { assignment, order, page, limit } = query;
  const [row] = await db.$queryRaw<
    [
      {
        total: number;
        cases: (UserSummaryRow & ClaimColumns & Pick<CaseSummaryDto, "marks">)[];
      },
    ]
  >`
    SELECT (${totalOf(viewer, query)}) AS total, (SELECT coalesce(json_agg(page), '[]') FROM (
      SELECT ${summaryColumns(viewer)}, ${claimColumns}, ${marksOfCase} AS marks
      FROM (
        SELECT s.* FROM ${openCases(viewer, query)} AND ${isAssigned(viewer, assignment)}
        ORDER BY ${orderBy[order]} LIMIT ${limit} OFFSET ${(page - 1) * limit}
      ) AS s
      JOIN users AS u ON u.id = s.user_id
      ${joinClaimant}
      ORDER BY ${orderBy[order]}
    ) AS page) AS cases`;
  return {
    cases: row.cases.map(({ claimedById, claimedBy, claimedAt, marks, ...user }) => ({
      ...toUserSummary(user, viewer),
      marks,
      claim: toClaim({ claimedById, claimedBy, claimedAt }, viewer),
    })),
    pagination: toPagination(
      { ...query, ...(query.q || query.mark ? { maxTotal: maxCounted(query) } : {}) },
      row.total,
    ),
  };
}

/** Returns the case of a user's current submission. The read is recorded (threat 51). Throws NOT_FOUND. */
export const getCase = async (viewer: Viewer, userId: string): Promise<CaseDto> =>
  readCase(viewer, await findUserForViewer(viewer, userId));

/** Reads the case of a user's current submission. */
export async function readCase(
  viewer: Viewer,
  user: Pick<CaseRow, "id" | "status" | "currentSubmissionId" | "passwordResetAt" | "submittedAt">,
): Promise<CaseDto> {
  const { id: userId, status, currentSubmissionId } = user;
  const rows = await db.$queryRaw<(Omit<ClaimColumns, "claimedAt"> & { claimedAt: Date | null })[]>`
    SELECT ${claimColumns} FROM submissions AS s ${joinClaimant}
    WHERE s.id = ${currentSubmissionId}::uuid AND s.state = 'pending'`;
  const [row] = rows.map((columns) => ({ ...columns, claimedAt: columns.claimedAt?.toISOString() ?? null }));
  return {
    userId,
    submissionId: currentSubmissionId,
    status,
    claim: row ? toClaim(row, viewer) : null,
    followsReset: followsReset(user),
  };
}

function followsReset({
  passwordResetAt,
  submittedAt,
}: {
  passwordResetAt: Date | null;
  submittedAt: Date | null;
}) {
  const since = passwordResetAt && submittedAt ? submittedAt.getTime() - passwordResetAt.getTime() : -1;
  return since >= 0 && since < env.RESET_HOLD_HOURS * 3_600_000;
}

/** Returns the administrators to whom a case can be assigned, sorted by name. */
export async function listReviewers(): Promise<ReviewerDto[]> {
  // oxlint-disable-next-line house/bounded-readings -- administrators are few
  const rows = await db.user.findMany({
    where: withRight("cases.decide"),
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, name }) => ({ _id: id, name }));
}
