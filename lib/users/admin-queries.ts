import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { db, type Prisma } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import type { UserListQuery } from "./admin-schema";
import type { Pagination, UserDto } from "./dto";
import { toUserDto, userParts } from "./present";

/** What administrators read (SPEC 7.3). Accounts of administrators exist only for super administrators (DECISIONS 7). */
const visibleTo = (viewer: Viewer): Prisma.UserWhereInput =>
  viewer.isSuper ? {} : { role: { not: "admin" } };

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

/** `%`, `_` and the backslash mean themselves: a search is literal text, never a pattern. */
const literal = (q: string) => q.replace(/[\\%_]/g, "\\$&");

function matching(viewer: Viewer, query: UserListQuery): Prisma.UserWhereInput {
  const q = query.q ? literal(query.q) : null;
  return {
    AND: [
      visibleTo(viewer),
      query.excludeAdmin ? { role: { not: "admin" } } : {},
      query.role && query.role !== "all" ? { role: query.role } : {},
      query.status ? { status: query.status } : {},
      query.onlySubmitted ? { submittedAt: { not: null } } : {},
      q
        ? {
            OR: [
              { name: { contains: q, mode: "insensitive" } },
              { email: { contains: q, mode: "insensitive" } },
              { phone: { contains: q, mode: "insensitive" } },
            ],
          }
        : {},
    ],
  };
}

/** A page of users, newest first and stable. A page past the end is empty. Throws FORBIDDEN for `role=admin` if not super. */
export async function listUsers(
  viewer: Viewer,
  query: UserListQuery,
): Promise<{ users: UserDto[]; pagination: Pagination }> {
  if (query.role === "admin" && !viewer.isSuper) throw new AppError("FORBIDDEN");
  const where = matching(viewer, query);
  const { page, limit } = query;
  const [total, rows] = await Promise.all([
    db.user.count({ where }),
    db.user.findMany({
      relationLoadStrategy: "join",
      where,
      include: userParts,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: (page - 1) * limit,
      take: limit,
    }),
  ]);
  return {
    users: rows.map((row) => toUserDto(row, viewer.isSuper ? "super" : "admin")),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}
