import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { isVerified } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import { db, Prisma } from "@/lib/db/client";
import { readFromReplica } from "@/lib/db/replica";
import { notFound } from "@/lib/errors";
import type { Duty } from "@/lib/roles";
import type { UserFilter, UserListQuery } from "./admin-schema";
import type { Pagination, UserDto, UserSummaryDto } from "./dto";
import { countWhere, userWhere } from "./search";
import { dutyOf, isChangeRequest, toUserDto, userInclude, type UserRow } from "./serialize";

/** A user with their current submission. */
export type CaseRow = UserRow;

/** Administrators' accounts are visible to super administrators only (product 10.7). */
const visibleTo = (viewer: Viewer): Prisma.UserWhereInput =>
  viewer.isSuper ? {} : { role: { not: "admin" } };

/** Returns the row of a user that this administrator may see. The read is recorded (threat 51). Throws NOT_FOUND. */
export async function findUserForViewer(viewer: Viewer, userId: string) {
  const user = await db.user.findFirst({ where: { AND: [{ id: userId }, visibleTo(viewer)] } });
  if (!user) throw notFound("User not found");
  await recordReads(viewer, [{ subjectId: userId, part: "account" }]);
  return user;
}

/** Returns the row of a user with their current submission; null if this administrator may not see them. The caller records the read. */
export const loadCase = (viewer: Viewer, userId: string): Promise<CaseRow | null> =>
  db.user.findFirst({
    relationLoadStrategy: "join",
    where: { AND: [{ id: userId }, visibleTo(viewer)] },
    include: userInclude,
  });

/** Returns the row of a user with their current submission. The read is recorded (threat 51). Throws NOT_FOUND. */
export async function findCaseForViewer(viewer: Viewer, userId: string): Promise<CaseRow> {
  const user = await loadCase(viewer, userId);
  if (!user) throw notFound("User not found");
  await recordReads(viewer, [{ subjectId: userId, part: "account" }]);
  return user;
}

/** Returns a user with their submission, as visible to this administrator. The read is recorded (threat 51). Throws NOT_FOUND. */
export const getUserForViewer = async (viewer: Viewer, userId: string): Promise<UserDto> =>
  toUserDto(await findCaseForViewer(viewer, userId), viewer.isSuper ? "super" : "admin");

/** Search results are counted up to this limit (product 10.10). */
export const MAX_COUNTED_HITS = 10_000;

/**
 * Returns the number of users for each filter, in the given order. Throws FORBIDDEN for `role=admin` unless the viewer is a super
 * administrator.
 */
export async function countUsers(viewer: Viewer, filters: Omit<UserFilter, "q">[]): Promise<number[]> {
  const totals = filters.map(
    (filter) => Prisma.sql`coalesce(sum(delta) FILTER (WHERE ${countWhere(viewer, filter)}), 0)::int`,
  );
  const [row] = await db.$queryRaw<[{ totals: number[] }]>`
    SELECT ARRAY[${Prisma.join(totals)}] AS totals FROM user_count_deltas`;
  return row.totals;
}

/**
 * Without a search, the total comes from the materialized counts (ADR 10). Searches and the filter by changes are counted up to
 * `MAX_COUNTED_HITS` plus one.
 */
const totalOf = (viewer: Viewer, filter: UserListQuery): Prisma.Sql =>
  filter.q || filter.changesRequested
    ? Prisma.sql`SELECT count(*)::int FROM (
        SELECT 1 FROM users WHERE ${userWhere(viewer, filter)} LIMIT ${MAX_COUNTED_HITS + 1}) AS hits`
    : Prisma.sql`SELECT coalesce(sum(delta), 0)::int FROM user_count_deltas WHERE ${countWhere(viewer, filter)}`;

/** Returns the SQL for the names on other accounts of the person behind user `u`, limited to those the viewer may see. */
const samePerson = (viewer: Viewer) => Prisma.sql`(
  SELECT json_agg(coalesce(o.company_name, o.name) ORDER BY o.id) FROM duplicate_decisions AS d
  JOIN users AS o ON o.id = CASE d.user_id WHEN u.id THEN d.other_id ELSE d.user_id END
  WHERE u.id IN (d.user_id, d.other_id) AND d.verdict = 'same_person' AND (${viewer.isSuper} OR o.role <> 'admin'))`;

/** Returns the columns of a UserSummaryRow, selected from a user `u` and the current submission `s`. */
export const summaryColumns = (viewer: Viewer): Prisma.Sql => Prisma.sql`
  u.id, u.name, u.company_name AS "companyName", u.email, u.phone, u.role, u.is_super AS "isSuper", u.duty, u.investor_type AS "investorType", u.status, u.renewing,
  u.current_submission_id AS "submissionId", s.kind, u.submitted_at AS "submittedAt", s.due_at AS "dueAt",
  s.changes_requested AS "changesRequested", u.reviewed_at AS "reviewedAt", u.created_at AS "createdAt",
  u.role = 'admin' AND u.password_hash IS NULL AS "isInvited", u.closed_at IS NOT NULL AS "isClosed",
  ${samePerson(viewer)} AS "samePerson"`;

/** Returns one page of users, newest first. Submissions are joined after LIMIT, for the rows of the page only. */
const pageOf = (viewer: Viewer, filter: UserListQuery): Prisma.Sql => Prisma.sql`
  SELECT ${summaryColumns(viewer)}
  FROM (
    SELECT * FROM users WHERE ${userWhere(viewer, filter)}
    ORDER BY created_at DESC, id DESC LIMIT ${filter.limit} OFFSET ${(filter.page - 1) * filter.limit}
  ) AS u
  LEFT JOIN submissions AS s ON s.id = u.current_submission_id
  ORDER BY u.created_at DESC, u.id DESC`;

/** A row as returned by json_agg. */
export type UserSummaryRow = Pick<
  UserSummaryDto,
  "name" | "companyName" | "email" | "phone" | "role" | "isSuper" | "investorType" | "renewing"
> &
  Pick<UserSummaryDto["verification"], "status" | "submissionId" | "kind"> &
  Record<"id" | "createdAt", string> &
  Record<"submittedAt" | "dueAt" | "reviewedAt", string | null> & {
    changesRequested: boolean | null;
    duty: Duty;
    isInvited: boolean;
    isClosed: boolean;
    samePerson: string[] | null;
  };

const toIso = (moment: string | null) => moment && new Date(moment).toISOString();

export const toUserSummary = (
  {
    id,
    createdAt,
    status,
    submissionId,
    kind,
    submittedAt,
    dueAt,
    changesRequested,
    reviewedAt,
    isInvited,
    isClosed,
    samePerson: others,
    duty,
    ...user
  }: UserSummaryRow,
  viewer: Viewer,
): UserSummaryDto => ({
  _id: id,
  ...user,
  ...dutyOf({ ...user, duty }),
  isVerified: isVerified({ status, renewing: user.renewing }),
  createdAt: new Date(createdAt).toISOString(),
  ...(isInvited && { isInvited }),
  ...(isClosed && { isClosed }),
  ...(others && { samePerson: others }),
  verification: {
    status,
    submissionId,
    kind,
    submittedAt: toIso(submittedAt),
    dueAt: status === "pending" ? toIso(dueAt) : null,
    changesRequested: isChangeRequest(status, changesRequested),
    reviewedAt: viewer.isSuper ? toIso(reviewedAt) : null,
  },
});

/**
 * Returns a page of users, newest first, in a stable order; empty past the end. Total and page come from a single statement, so they are
 * consistent. Beyond 10,000 search results, `total` is 10,000 and `more` is set. Throws FORBIDDEN for `role=admin` unless the viewer is a
 * super administrator.
 */
export async function listUsers(
  viewer: Viewer,
  query: UserListQuery,
): Promise<{ users: UserSummaryDto[]; pagination: Pagination }> {
  const [row] = await readFromReplica(
    () => db.$queryRaw<[{ total: number; users: UserSummaryRow[] }]>`
      SELECT (${totalOf(viewer, query)}) AS total,
        (SELECT coalesce(json_agg(page), '[]') FROM (${pageOf(viewer, query)}) AS page) AS users`,
  );
  return {
    users: row.users.map((user) => toUserSummary(user, viewer)),
    pagination: toPagination(
      { ...query, ...(query.q || query.changesRequested ? { maxTotal: MAX_COUNTED_HITS } : {}) },
      row.total,
    ),
  };
}

/** Returns the pagination of a list whose rows were counted (`counted`) up to `maxTotal` plus one. */
export function toPagination(
  { page, limit, maxTotal = Infinity }: Pick<UserListQuery, "page" | "limit"> & { maxTotal?: number },
  counted: number,
): Pagination {
  const total = Math.min(counted, maxTotal);
  return { page, limit, total, pages: Math.ceil(total / limit), ...(counted > total && { more: true }) };
}
