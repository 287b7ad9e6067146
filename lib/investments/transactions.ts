import "server-only";
import { db } from "@/lib/db/client";
import { listOwnerPostings } from "@/lib/ledger/queries";

/** A ledger posting from the investor's perspective: amounts credited to them are positive. In kobo. */
export interface Transaction {
  id: string;
  kind: string;
  /** The ledger account: an entry between two of the investor's accounts is two transactions. */
  account: string;
  on: string;
  amount: bigint;
  /** The investor's balance, invested and due, after this posting. */
  balance: bigint;
  investment: { id: string; reference: string } | null;
}

const CURSOR = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LIMIT = 50;

/**
 * Returns the postings of an investor with the running balance, newest first, optionally of one kind. An invalid cursor returns the first
 * page.
 */
export async function listTransactions(
  userId: string,
  { after, kind }: { after?: string | undefined; kind?: string | undefined } = {},
): Promise<{ transactions: Transaction[]; next: string | null }> {
  const cursor = after && CURSOR.test(after) ? after : null;
  const { postings, next } = await listOwnerPostings(userId, { after: cursor, limit: LIMIT, kind });
  const ids = [...new Set(postings.flatMap(({ subjectId }) => subjectId ?? []))];
  const rows = await db.investment.findMany({
    where: { userId, id: { in: ids } },
    select: { id: true, reference: true },
    take: LIMIT,
  });
  const investments = new Map(rows.map((row) => [row.id, row]));
  return {
    transactions: postings.map(
      ({ entryId, accountId, kind: entryKind, account, on, amount, subjectId, ownerBalanceAfter }) => ({
        id: `${entryId}.${accountId}`,
        kind: entryKind,
        account,
        on,
        amount: -amount,
        balance: -ownerBalanceAfter,
        investment: investments.get(subjectId ?? "") ?? null,
      }),
    ),
    next,
  };
}
