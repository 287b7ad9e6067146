import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { db, Prisma } from "@/lib/db/client";
import { readFromReplica } from "@/lib/db/replica";
import { notFound } from "@/lib/errors";
import { PAGE_SIZE, type UserFilter, type UserListQuery } from "./admin-schema";
import type { Pagination, UserDto } from "./dto";
import type { UserRow } from "./selected-columns";
import { toUserDto } from "./serialize";
import { parseUsers, readUsers, usersAsText, usersOf } from "./rows";
import { countWhere, userWhere } from "./search";
import { countedOnce, keepTotal, keptTotal, searchKey } from "./search-totals";

/** What administrators read (product 7.3). Accounts of administrators exist only for super administrators (product 10.7). */
const visibleTo = (viewer: Viewer): Prisma.UserWhereInput =>
  viewer.isSuper ? {} : { role: { not: "admin" } };

/** The bare row of a user, if this administrator may see it. Throws NOT_FOUND. */
export async function findUserAs(viewer: Viewer, userId: string) {
  const user = await db.user.findFirst({ where: { AND: [{ id: userId }, visibleTo(viewer)] } });
  if (!user) throw notFound("User not found");
  return user;
}

/** One user as an administrator sees them. Throws NOT_FOUND. */
export async function getUserForViewer(viewer: Viewer, userId: string): Promise<UserDto> {
  const visible = viewer.isSuper ? Prisma.empty : Prisma.sql`AND role <> 'admin'`;
  const [user] = await readUsers(Prisma.sql`SELECT * FROM users WHERE id = ${userId}::uuid ${visible}`);
  if (!user) throw notFound("User not found");
  return toUserDto(user, viewer.isSuper ? "super" : "admin");
}

interface Found {
  total: number;
  users: UserRow[];
}

/** So many rows are passed over sooner than the day is found at which to begin. */
const NEAR = 500;
/** The order of every list: newest first, and stable. */
const ORDER = Prisma.sql`ORDER BY created_at DESC, id DESC`;

/**
 * The rows of a page, given how many are passed over. Planning the joins behind a user takes longer than running them, and PostgreSQL
 * plans them anew wherever it thinks that a value matters: so the usual size is written out, and `skip` is a query, into which it does
 * not look.
 */
const pageOf = (condition: Prisma.Sql, limit: number, skip: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT * FROM users WHERE ${condition} ${ORDER}
  LIMIT ${limit === PAGE_SIZE ? Prisma.raw(String(PAGE_SIZE)) : limit} OFFSET (${skip})`;

/**
 * The rows of a page far down the list. How many registered on each day is kept, so the day on which the page begins is found from the
 * nearer end, and rows are passed over within that day only.
 */
function farPage(viewer: Viewer, filter: UserFilter, limit: number, offset: number): Prisma.Sql {
  const sort = countWhere(viewer, filter);
  // How many there are until the end of each day. Not grouped, so that it is read along the index no further than needed.
  const days = (order: Prisma.Sql) => Prisma.sql`
    SELECT day, sum(count) OVER (ORDER BY day ${order}) AS passed FROM user_days WHERE ${sort}`;
  const ofThatDay = Prisma.sql`(SELECT sum(count) FROM user_days AS one WHERE one.day = newest.day AND ${sort})`;
  // `skip`: how many of that day come before the page.
  return Prisma.sql`
    WITH whole AS MATERIALIZED (SELECT coalesce(sum(count), 0) AS total FROM user_tallies WHERE ${sort}),
    start AS MATERIALIZED (
      (SELECT day, ${offset} - (passed - ${ofThatDay}) AS skip FROM (${days(Prisma.sql`DESC`)}) AS newest
        WHERE (SELECT total FROM whole) >= ${offset * 2} AND passed > ${offset} ORDER BY day DESC LIMIT 1)
      UNION ALL
      (SELECT day, passed - ((SELECT total FROM whole) - ${offset}) AS skip FROM (${days(Prisma.sql`ASC`)}) AS oldest
        WHERE (SELECT total FROM whole) < ${offset * 2} AND (SELECT total FROM whole) > ${offset}
          AND passed >= (SELECT total FROM whole) - ${offset} ORDER BY day LIMIT 1)
    )
    ${pageOf(
      Prisma.sql`${userWhere(viewer, filter)} AND created_at < ((SELECT day FROM start) + 1)::timestamp AT TIME ZONE 'Africa/Lagos'`,
      limit,
      Prisma.sql`SELECT skip FROM start`,
    )}`;
}

/** Without a search: the total is kept by the database, and read with the page by one statement, so both are of one moment. */
async function browse(viewer: Viewer, { page, limit, ...filter }: UserListQuery): Promise<Found> {
  const offset = (page - 1) * limit;
  const rows =
    offset > NEAR
      ? farPage(viewer, filter, limit, offset)
      : pageOf(userWhere(viewer, filter), limit, Prisma.sql`SELECT ${offset}::bigint`);
  const [row] = await db.$queryRaw<[{ total: number; users: string | null }]>`
    SELECT (SELECT coalesce(sum(count), 0)::int FROM user_tallies WHERE ${countWhere(viewer, filter)}) AS total,
      ${usersAsText(rows)} AS users`;
  return { total: row.total, users: parseUsers(row.users) };
}

/**
 * With a search: what is found is found once, then counted and put in order. What very many have is counted once and remembered, and the
 * page is read along the order until it is full, where that is less than reading all that match.
 */
async function search(viewer: Viewer, { page, limit, ...filter }: UserListQuery): Promise<Found> {
  const offset = (page - 1) * limit;
  const plain = userWhere(viewer, filter, { plain: true });
  const key = searchKey(plain);
  const row = await countedOnce(key, async () => {
    const [found] = await db.$queryRaw<[{ total: number; ids: string[]; keep: boolean; snapshot: string }]>`
    WITH kept AS MATERIALIZED (${keptTotal(key, plain)}),
    found AS MATERIALIZED (SELECT id, created_at FROM users WHERE ${userWhere(viewer, filter)})
    SELECT
      coalesce((SELECT total FROM kept), (SELECT count(*)::int FROM found)) AS total,
      CASE WHEN (SELECT total::float8 * total > among::float8 * ${offset + limit} FROM kept)
        THEN ARRAY(SELECT id FROM (SELECT * FROM users ${ORDER} OFFSET 0) AS walk WHERE ${plain} LIMIT ${limit} OFFSET ${offset})
        ELSE ARRAY(SELECT id FROM found ${ORDER} LIMIT ${limit} OFFSET ${offset})
      END::text[] AS ids,
      coalesce((SELECT renew FROM kept), TRUE) AS keep,
      pg_current_snapshot()::text AS snapshot`;
    // Who searches has their answer, also when it could not be kept.
    if (found.keep) await keepTotal(key, found.total, found.snapshot).catch(() => undefined);
    return found;
  });
  return { total: row.total, users: await usersOf(row.ids) };
}

/** A page of users, newest first and stable. A page past the end is empty. Throws FORBIDDEN for `role=admin` if not super. */
export async function listUsers(
  viewer: Viewer,
  query: UserListQuery,
): Promise<{ users: UserDto[]; pagination: Pagination }> {
  const { page, limit } = query;
  const { total, users } = await (query.q
    ? search(viewer, query)
    : readFromReplica(() => browse(viewer, query)));
  return {
    users: users.map((row) => toUserDto(row, viewer.isSuper ? "super" : "admin")),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}
