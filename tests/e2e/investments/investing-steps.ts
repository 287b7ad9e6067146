import { query } from "../database";

/** A personal investor invests (product 10.31): from the plan to the active investment. Every amount on the screens is the ledger's. */
export const SLUG = "agriculture-growth";

/** Returns the sum that entries about an investment posted to an account; a credit is negative. */
export async function ledger(reference: string, account: string): Promise<bigint> {
  const [row] = await query<{ total: string }>(
    `select coalesce(sum(p.amount), 0)::text as total from investments i join ledger_entries e on e.subject_id = i.id
     join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
     where i.reference = $1 and a.name = $2`,
    [reference, account],
  );
  return BigInt(row!.total);
}
