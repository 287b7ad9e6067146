import "server-only";
import { readConsistently } from "@/lib/db/consistent";
import { db } from "@/lib/db/client";
import { listOwnerPostings, readOwnerBalanceAfter } from "@/lib/ledger/queries";

/** A posting of the ledger as its investor sees it: what comes to them is positive. In kobo. */
export interface Transaction {
  id: string;
  kind: string;
  on: string;
  amount: bigint;
  /** What the investor has in all, invested and due, after it. */
  balance: bigint;
  investment: { id: string; reference: string } | null;
}

const CURSOR = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LIMIT = 50;

/** The postings of an investor with their running balance, newest first. A cursor that is none is the beginning. */
export const listTransactions = (
  userId: string,
  after?: string,
): Promise<{ transactions: Transaction[]; next: string | null }> =>
  readConsistently(async () => {
    const cursor = after && CURSOR.test(after) ? after : null;
    const { postings, next } = await listOwnerPostings(userId, { after: cursor, limit: LIMIT });
    const [newest] = postings;
    if (!newest) return { transactions: [], next: null };
    const ids = [...new Set(postings.flatMap(({ subjectId }) => subjectId ?? []))];
    const rows = await db.investment.findMany({
      where: { userId, id: { in: ids } },
      select: { id: true, reference: true },
    });
    const investments = new Map(rows.map((row) => [row.id, row]));
    let balance = -(await readOwnerBalanceAfter(userId, newest));
    const transactions = postings.map(({ entryId, accountId, kind, on, amount, subjectId }) => {
      const transaction = {
        id: `${entryId}.${accountId}`,
        kind,
        on,
        amount: -amount,
        balance,
        investment: investments.get(subjectId ?? "") ?? null,
      };
      balance += amount;
      return transaction;
    });
    return { transactions, next };
  });
