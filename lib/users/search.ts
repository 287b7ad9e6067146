import "server-only";
import type { Viewer } from "@/lib/viewer";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { UserFilter } from "./admin-schema";

/** Shorter searches match beginnings of words, because a trigram index cannot find single letters inside of words. */
const MIN_SUBSTRING_LENGTH = 3;

/** The national part of a phone number: stored and searched numbers may have spaces, +234, 234 or 0 before it. */
function nationalNumber(q: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(q)) return null;
  const digits = q.replace(/\D/g, "").replace(/^(?:234|0)(?=\d{10}$)/, "");
  return digits.length >= 7 ? digits : null;
}

/**
 * Searches for literal text: `%`, `_` and the backslash are escaped. In `search_text` a space precedes every word of the name, the
 * email address and the phone number, and the trigram index serves both kinds of search.
 */
function searchCondition(q: string): Prisma.Sql {
  const literal = (nationalNumber(q) ?? q).replace(/[\\%_]/g, "\\$&");
  const isShort = [...q].length < MIN_SUBSTRING_LENGTH;
  return Prisma.sql`search_text ILIKE ${isShort ? `% ${literal}%` : `%${literal}%`}`;
}

// Literals instead of parameters: the best plan depends on whether few or nearly all users match.
const roleIs = {
  investor: Prisma.sql`role = 'investor'`,
  startup: Prisma.sql`role = 'startup'`,
  admin: Prisma.sql`role = 'admin'`,
};
const statusIs = {
  pending: Prisma.sql`status = 'pending'`,
  approved: Prisma.sql`status = 'approved'`,
  rejected: Prisma.sql`status = 'rejected'`,
};

/** The conditions on role, status and submission for `users` and `user_count_deltas`; `submitted` differs between the two. */
function filterConditions(viewer: Viewer, filter: UserFilter, submitted: Prisma.Sql): Prisma.Sql[] {
  if (filter.role === "admin" && !viewer.isSuper) throw new AppError("FORBIDDEN");
  const conditions: Prisma.Sql[] = [];
  if (filter.excludeAdmin || !viewer.isSuper) conditions.push(Prisma.sql`role <> 'admin'`);
  if (filter.role && filter.role !== "all") conditions.push(roleIs[filter.role]);
  if (filter.status) conditions.push(statusIs[filter.status]);
  if (filter.onlySubmitted) conditions.push(submitted);
  return conditions;
}

const joinWithAnd = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`TRUE`;

/**
 * The condition on `users` for this filter and viewer (product 7.3). Throws FORBIDDEN for `role=admin` unless a super
 * administrator.
 */
export function userWhere(viewer: Viewer, filter: UserFilter): Prisma.Sql {
  const conditions = filterConditions(viewer, filter, Prisma.sql`submitted_at IS NOT NULL`);
  if (filter.q) conditions.push(searchCondition(filter.q));
  return joinWithAnd(conditions);
}

/** The same condition on `user_count_deltas`, which does not support searches. */
export const countWhere = (viewer: Viewer, filter: UserFilter): Prisma.Sql =>
  joinWithAnd(filterConditions(viewer, filter, Prisma.sql`submitted`));
