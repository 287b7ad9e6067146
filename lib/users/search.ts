import "server-only";
import type { Viewer } from "@/lib/viewer";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { UserFilter } from "./admin-schema";

/** Which users an administrator's filter selects (product 7.3), for lists, counts and exports alike. */

/** Shorter searches match the beginnings of words: trigrams know where a word begins, but not what one letter is inside of. */
const MIN_SUBSTRING_LENGTH = 3;

/** A phone number however it is written: with spaces, with +234, 234 or 0 before it. The stored number may have any of these. */
function nationalNumber(q: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(q)) return null;
  const digits = q.replace(/\D/g, "").replace(/^(?:234|0)(?=\d{10}$)/, "");
  return digits.length >= 7 ? digits : null;
}

/**
 * A search is literal text, never a pattern: `%`, `_` and the backslash mean themselves. In `search_text` a space precedes every word of
 * the name, the email address and the phone number, and the trigram index serves both kinds of search.
 */
function searchCondition(q: string): Prisma.Sql {
  const literal = (nationalNumber(q) ?? q).replace(/[\\%_]/g, "\\$&");
  const isShort = [...q].length < MIN_SUBSTRING_LENGTH;
  return Prisma.sql`search_text ILIKE ${isShort ? `% ${literal}%` : `%${literal}%`}`;
}

// Written into the statement rather than passed as parameters: whether few or nearly all users match decides how a list is best read.
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

/** The conditions on role, status and submission, which `users` and `user_count_deltas` share; `submitted` differs between the two. */
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

/** The condition on `users` for this filter as this administrator may see it. Throws FORBIDDEN for `role=admin` if not super. */
export function userWhere(viewer: Viewer, filter: UserFilter): Prisma.Sql {
  const conditions = filterConditions(viewer, filter, Prisma.sql`submitted_at IS NOT NULL`);
  if (filter.q) conditions.push(searchCondition(filter.q));
  return joinWithAnd(conditions);
}

/** The same condition on `user_count_deltas`, which cannot be searched. */
export const countWhere = (viewer: Viewer, filter: UserFilter): Prisma.Sql =>
  joinWithAnd(filterConditions(viewer, filter, Prisma.sql`submitted`));
