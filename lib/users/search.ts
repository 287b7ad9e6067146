import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { UserFilter } from "./admin-schema";

/** Which users an administrator's filter means (product 7.3), for lists, totals and exports alike. */

/** Enough for trigrams in any locale of the database: three letters or digits in a row. */
const SEARCHABLE = /[a-z0-9]{3}/i;

/** Figures enough to be rare. */
const NUMBER = /\d{5,}/;

/** Every pair of neighbours in a text, or the text itself when it is a single character. */
function bigrams(text: string): string[] {
  const letters = [...text];
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, index) => letters[index]! + letter))];
}

/** A phone number however it is written: with spaces, with +234, 234 or 0 before it. What is kept may have any of these. */
function nationalNumber(q: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(q)) return null;
  const digits = q.replace(/\D/g, "").replace(/^(?:234|0)(?=\d{10}$)/, "");
  return digits.length >= 7 ? digits : null;
}

/**
 * A search is literal text, never a pattern: `%`, `_` and the backslash mean themselves. Each way has its index, so that a search
 * reads what it finds and not the whole table; `plain` has none, for rows that are read anyway.
 */
function searchCondition(given: string, plain: boolean): Prisma.Sql {
  const q = nationalNumber(given) ?? given;
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const anywhere = Prisma.sql`(name ILIKE ${pattern} OR email ILIKE ${pattern} OR phone ILIKE ${pattern})`;
  if (plain) return anywhere;
  // The number in "person525000@" finds it by itself; looking its letters up, which half of all may have, costs ten times as much.
  const telling = NUMBER.exec(q)?.[0];
  if (telling && telling !== q)
    return Prisma.sql`(search_text(name, email, phone) ILIKE ${`%${telling}%`} AND ${anywhere})`;
  if (SEARCHABLE.test(q)) return Prisma.sql`search_text(name, email, phone) ILIKE ${pattern}`;
  // A subquery, so that the planner does not see the pairs, and never thinks of working them out for every row.
  const grams = Prisma.sql`ARRAY(SELECT lower(pair) FROM unnest(${bigrams(q)}::text[]) AS pair)`;
  return Prisma.sql`(search_grams(search_text(name, email, phone)) @> ${grams} AND ${anywhere})`;
}

/** Conditions that all hold. */
const joinWithAnd = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`TRUE`;

// Written out, and not given as values: whether few or nearly all have one decides how a list is best read, and its plan is kept.
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

/** What a filter says of role and state, on `users` and on the tables of kept totals alike. `submitted` tells who has submitted there. */
function roleAndStatusConditions(viewer: Viewer, filter: UserFilter, submitted: Prisma.Sql): Prisma.Sql[] {
  if (filter.role === "admin" && !viewer.isSuper) throw new AppError("FORBIDDEN");
  const conditions: Prisma.Sql[] = [];
  if (filter.excludeAdmin || !viewer.isSuper) conditions.push(Prisma.sql`role <> 'admin'`);
  if (filter.role && filter.role !== "all") conditions.push(roleIs[filter.role]);
  if (filter.status) conditions.push(statusIs[filter.status]);
  if (filter.onlySubmitted) conditions.push(submitted);
  return conditions;
}

/** The condition on `users` for this filter as this administrator may see it. Throws FORBIDDEN for `role=admin` if not super. */
export function userWhere(viewer: Viewer, filter: UserFilter, { plain = false } = {}): Prisma.Sql {
  const conditions = roleAndStatusConditions(viewer, filter, Prisma.sql`submitted_at IS NOT NULL`);
  if (filter.q) conditions.push(searchCondition(filter.q, plain));
  return joinWithAnd(conditions);
}

/** The same condition on the tables of kept totals, which know nothing of a search. */
export const countWhere = (viewer: Viewer, filter: UserFilter): Prisma.Sql =>
  joinWithAnd(roleAndStatusConditions(viewer, filter, Prisma.sql`submitted`));
