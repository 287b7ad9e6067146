import "server-only";
import { dateOf, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { SuggestionDto } from "./schema";
import { suggestionsOf, type DayReceipts, type Suggestion } from "./suggestion-rules";

/** Payments that reach the reporting thresholds, or are split just below them, and that are not answered yet (product 10.43). */

/** How far back payments are considered. */
const DAYS = 60;

/** The maximum number of suggestions shown. */
const MAX_SUGGESTIONS = 50;

interface Row extends DayReceipts {
  isCompany: boolean;
}

/** Returns what was received from each investor on each day: the debits of unallocated receipts by entries of their investments. */
const readReceipts = (reader: Tx | typeof db): Promise<Row[]> => reader.$queryRaw<Row[]>`
  SELECT i.user_id AS "userId", to_char(e.on_day, 'YYYY-MM-DD') AS day, u.investor_type = 'corporate' AS "isCompany",
    array_agg(p.amount ORDER BY e.id) AS amounts
  FROM ledger_entries AS e
    JOIN ledger_postings AS p ON p.entry_id = e.id AND p.amount > 0
    JOIN ledger_accounts AS a ON a.id = p.account_id AND a.name = 'unallocated_receipts'
    JOIN investments AS i ON i.id = e.subject_id
    JOIN users AS u ON u.id = i.user_id
  WHERE e.kind IN ('receipt_match', 'allocation') AND e.on_day >= ${dateOf(dayAt(dayNumber(lagosDay()) - DAYS))}
    AND e.reverses_id IS NULL AND NOT EXISTS (SELECT FROM ledger_entries AS r WHERE r.reverses_id = e.id)
  GROUP BY 1, 2, 3`;

const NAIRA = 100n;

/** Returns the unanswered suggestions, latest first. */
export async function findSuggestions(reader: Tx | typeof db): Promise<Suggestion[]> {
  const rows = await readReceipts(reader);
  const found = [...Map.groupBy(rows, ({ userId }) => userId).values()].flatMap((days) => {
    const limit = days[0]!.isCompany ? env.REPORT_COMPANY_NAIRA : env.REPORT_PERSON_NAIRA;
    const receipts = days.map(({ amounts, ...day }) => ({ ...day, amounts: amounts.map(BigInt) }));
    return suggestionsOf(receipts, BigInt(limit) * NAIRA);
  });
  if (found.length === 0) return [];
  const answered = await reader.suspicion.findMany({
    where: { suggestion: { in: found.map(({ key }) => key) } },
    select: { suggestion: true },
    take: found.length,
  });
  const keys = new Set(answered.map(({ suggestion }) => suggestion));
  return found
    .filter(({ key }) => !keys.has(key))
    .toSorted((a, b) => b.to.localeCompare(a.to))
    .slice(0, MAX_SUGGESTIONS);
}

/** Returns the suggestions with the names of the investors. */
export async function listSuggestions(): Promise<SuggestionDto[]> {
  const found = await findSuggestions(db);
  const users = await db.user.findMany({
    where: { id: { in: found.map(({ userId }) => userId) } },
    select: { id: true, name: true, companyName: true, email: true },
    take: MAX_SUGGESTIONS,
  });
  const byId = new Map(users.map(({ id, ...user }) => [id, { _id: id, ...user }]));
  return found.flatMap(({ userId, total, ...suggestion }) => {
    const user = byId.get(userId);
    return user ? [{ ...suggestion, user, total: String(total) }] : [];
  });
}
