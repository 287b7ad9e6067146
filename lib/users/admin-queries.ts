import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { db, type Prisma } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { UserListQuery } from "./admin-schema";
import type { Pagination, UserDto } from "./dto";
import { toUserDto, userParts, type UserRow } from "./present";
import { matching } from "./search";
import { tally } from "./tallies";

/** What administrators read (SPEC 7.3). Accounts of administrators exist only for super administrators (DECISIONS 7). */
const visibleTo = (viewer: Viewer): Prisma.UserWhereInput =>
  viewer.isSuper ? {} : { role: { not: "admin" } };

/** The bare row of a user, if this administrator may see it. Throws NOT_FOUND. */
export async function findUserAs(viewer: Viewer, userId: string) {
  const user = await db.user.findFirst({ where: { AND: [{ id: userId }, visibleTo(viewer)] } });
  if (!user) throw notFound("User not found");
  return user;
}

/** One user as an administrator sees them. Throws NOT_FOUND. */
export async function getUserAs(viewer: Viewer, userId: string): Promise<UserDto> {
  const user = await db.user.findFirst({
    relationLoadStrategy: "join",
    where: { AND: [{ id: userId }, visibleTo(viewer)] },
    include: userParts,
  });
  if (!user) throw notFound("User not found");
  return toUserDto(user, viewer.isSuper ? "super" : "admin");
}

interface Found {
  total: number;
  ids: string[];
}

/** Without a search: the total is kept by the database, and the page is read along the index of its order. */
async function browse(viewer: Viewer, { page, limit, ...filter }: UserListQuery): Promise<Found> {
  const [total, rows] = await Promise.all([
    tally({
      AND: [
        filter.excludeAdmin || !viewer.isSuper ? { role: { not: "admin" } } : {},
        filter.role && filter.role !== "all" ? { role: filter.role } : {},
        filter.status ? { status: filter.status } : {},
        filter.onlySubmitted ? { submitted: true } : {},
      ],
    }),
    db.$queryRaw<{ id: string }[]>`
      SELECT id FROM users WHERE ${matching(viewer, filter)} ORDER BY created_at DESC, id DESC
      LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
  ]);
  return { total, ids: rows.map(({ id }) => id) };
}

/** With a search: what is found is found once, then counted and put in order. */
async function search(viewer: Viewer, { page, limit, ...filter }: UserListQuery): Promise<Found> {
  const [row] = await db.$queryRaw<[{ total: number; ids: string[] }]>`
    WITH found AS MATERIALIZED (SELECT id, created_at FROM users WHERE ${matching(viewer, filter)})
    SELECT (SELECT count(*) FROM found)::int AS total, ARRAY(
      SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})::text[] AS ids`;
  return row;
}

/** A page of users, newest first and stable. A page past the end is empty. Throws FORBIDDEN for `role=admin` if not super. */
export async function listUsers(
  viewer: Viewer,
  query: UserListQuery,
): Promise<{ users: UserDto[]; pagination: Pagination }> {
  const { page, limit } = query;
  const { total, ids } = await (query.q ? search : browse)(viewer, query);
  const rows = await usersInOrder(ids);
  return {
    users: rows.map((row) => toUserDto(row, viewer.isSuper ? "super" : "admin")),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}

/** Users with their present submissions, in the order of the ids. Who is gone by now is left out. */
export async function usersInOrder(ids: readonly string[]): Promise<UserRow[]> {
  const rows = await db.user.findMany({
    relationLoadStrategy: "join",
    where: { id: { in: [...ids] } },
    include: userParts,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
