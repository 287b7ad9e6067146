import "server-only";
import type { db, Tx } from "@/lib/db/client";

/**
 * Why the data of a user must be retained: money is invested, due, in transit or on no statement yet; a transfer waits for a decision; or
 * an investment was requested and is not paid.
 */
export type Holding = "money" | "transfer" | "request";

/**
 * Returns the users with money, or with money that may be theirs (ADR 15). Retention does not delete their data, the accounts are not
 * erased, and their roles do not change. The caller locks the users if the answer must remain true.
 */
export async function findHolders(
  userIds: readonly string[],
  reader: Tx | typeof db,
): Promise<Map<string, Holding>> {
  const rows = await reader.$queryRaw<{ id: string; holding: Holding | null }[]>`
    SELECT u.id, CASE
      WHEN EXISTS (SELECT FROM ledger_accounts WHERE owner_id = u.id AND balance <> 0)
        OR EXISTS (SELECT FROM investments WHERE user_id = u.id AND state = 'active')
        OR EXISTS (SELECT FROM payouts WHERE user_id = u.id AND state IN ('proposed', 'released'))
        OR EXISTS (SELECT FROM amounts_due WHERE user_id = u.id AND state = 'due')
        OR EXISTS (SELECT FROM investments AS i JOIN manual_receipts AS r ON r.investment_id = i.id AND r.state = 'recorded'
          WHERE i.user_id = u.id) THEN 'money'
      WHEN EXISTS (SELECT FROM investments AS i JOIN statement_lines AS l ON l.proposed_id = i.id AND l.state = 'waiting'
        WHERE i.user_id = u.id) THEN 'transfer'
      WHEN EXISTS (SELECT FROM investments WHERE user_id = u.id AND state = 'requested') THEN 'request' END AS holding
    FROM unnest(${[...userIds]}::uuid[]) AS u (id)`;
  return new Map(rows.flatMap(({ id, holding }) => (holding ? [[id, holding]] : [])));
}
