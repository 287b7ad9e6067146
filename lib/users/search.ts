import "server-only";
import type { Viewer } from "@/lib/viewer";
import { Prisma } from "@/lib/db/client";
import { canonicalEmail } from "@/lib/email";
import { AppError } from "@/lib/errors";
import { companyNumber } from "@/lib/onboarding/link-facts";
import { blindIndex } from "@/lib/pii/cipher";
import { nationalNumber } from "@/lib/phone";
import { foldText, normalizeNumber } from "@/lib/text";
import type { UserFilter } from "./admin-schema";

/** Shorter searches match only beginnings of words, because a trigram index cannot find single letters inside words. */
const MIN_SUBSTRING_LENGTH = 3;

/** Returns the digits of a phone number, or of a part of one; null for other texts and fewer than three digits. */
function searchedDigits(q: string): string | null {
  const digits = /^\+?[\d\s()-]+$/.test(q) ? q.replace(/\D/g, "") : "";
  return digits.length >= MIN_SUBSTRING_LENGTH ? digits : null;
}

const contains = (literal: string) =>
  Prisma.sql`search_text LIKE ${`%${literal.replace(/[\\%_]/g, "\\$&")}%`}`;

/**
 * Searches for a number: as typed, without its separators, and as the beginning of a phone number, which may have been typed and stored
 * with the prefixes 234 and 0 or without.
 */
function numberCondition(q: string, digits: string): Prisma.Sql {
  const taxId = taxIdCondition(q);
  const text = textCondition(q, digits);
  return taxId ? Prisma.sql`(${text} OR ${taxId})` : text;
}

/** Searches for a complete Tax ID of a due diligence form, by its blind index; null for other texts. */
function taxIdCondition(q: string): Prisma.Sql | null {
  const taxId = q.replace(/[\s-]/g, "");
  if (!/^\d{10,13}$/.test(taxId)) return null;
  return Prisma.sql`id IN (SELECT user_id FROM due_diligence WHERE tax_id_index = ${blindIndex("taxId", taxId)})`;
}

function textCondition(q: string, digits: string): Prisma.Sql {
  const national = nationalNumber(digits);
  // A complete number is found by its end. Ten digits may also be the beginning of one with its prefix.
  if (national !== digits) return contains(national);
  const [, beginning = ""] = /^0{0,2}(?:234)?0?(\d*)$/.exec(digits) ?? [];
  const conditions = [...new Set([q, digits])].map(contains);
  if (beginning.length >= 2) conditions.push(Prisma.sql`search_text ~ ${` 0{0,2}(234)?0?${beginning}`}`);
  return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

/** Returns the stored form of an email address with an international domain, which may have been typed; null for other texts. */
const searchedEmail = (q: string): string | null => (/@.*[^\x00-\x7F]/.test(q) && canonicalEmail(q)) || null;

/** Returns a company's number with its prefix in the normal form of the search text, such as `rc1234` for `RC 001234`; null for other texts. */
function searchedCompany(q: string): string | null {
  return /^(?:RC|BN|IT|LLP|LP)[\s.:/-]*\d[\d\s-]*$/i.test(q)
    ? (companyNumber(q)?.toLowerCase() ?? null)
    : null;
}

/**
 * Searches for literal text: `%`, `_` and the backslash are escaped. `search_text` is folded in the same way as the search text; a space
 * precedes every word of the name, the email address, the phone number, the company and its number in it. The trigram index serves both kinds of search.
 */
function searchCondition(typed: string): Prisma.Sql {
  const q = normalizeNumber(typed);
  const digits = searchedDigits(q);
  if (digits) return numberCondition(q, digits);
  const text = searchedEmail(q) ?? searchedCompany(q) ?? foldText(q);
  // A text that consists only of accents occurs in no name.
  if (text === "") return Prisma.sql`FALSE`;
  return contains([...text].length < MIN_SUBSTRING_LENGTH ? ` ${text}` : text);
}

// The conditions contain literals instead of parameters, because the best plan depends on whether few or nearly all users match.
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

/** Returns the conditions on role, status and submission for `users` and `user_count_deltas`; `submitted` differs between the two. */
function filterConditions(viewer: Viewer, filter: UserFilter, submitted: Prisma.Sql): Prisma.Sql[] {
  if (filter.role === "admin" && !viewer.isSuper) throw new AppError("FORBIDDEN");
  const conditions: Prisma.Sql[] = [];
  if (filter.excludeAdmin || !viewer.isSuper) conditions.push(Prisma.sql`role <> 'admin'`);
  if (filter.role && filter.role !== "all") conditions.push(roleIs[filter.role]);
  if (filter.status) conditions.push(statusIs[filter.status]);
  if (filter.onlySubmitted) conditions.push(submitted);
  return conditions;
}

/** An index covers exactly these submissions. */
const isAskedForChanges = Prisma.sql`status = 'rejected'
  AND current_submission_id IN (SELECT id FROM submissions WHERE changes_requested AND state = 'rejected')`;

const joinWithAnd = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`TRUE`;

/**
 * Returns the condition on `users` for this filter and viewer (product 7.3). Throws FORBIDDEN for `role=admin` unless the viewer is a super
 * administrator.
 */
export function userWhere(viewer: Viewer, filter: UserFilter): Prisma.Sql {
  const conditions = filterConditions(viewer, filter, Prisma.sql`submitted_at IS NOT NULL`);
  if (filter.q) conditions.push(searchCondition(filter.q));
  if (filter.changesRequested) conditions.push(isAskedForChanges);
  return joinWithAnd(conditions);
}

/** Returns the condition on `user_count_deltas` for a filter and viewer; it supports neither searches nor the filter by changes. */
export const countWhere = (viewer: Viewer, filter: UserFilter): Prisma.Sql =>
  joinWithAnd(filterConditions(viewer, filter, Prisma.sql`submitted`));
