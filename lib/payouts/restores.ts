import "server-only";
import { dayWords } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { RESTORE_HINT } from "./schema";

/**
 * Payouts after a restore (product 10.34): those made after the backup are missing, so that their amounts are due again although the bank
 * has paid them.
 */

/**
 * Returns the day in Lagos of the last restore, until a statement of the account that pays, with new lines, which was imported since then
 * reaches that day; null otherwise.
 */
export async function readOpenRestore(reader: Tx | typeof db = db): Promise<string | null> {
  const rows = await reader.$queryRaw<{ on: string }[]>`
    SELECT last.on_day::text AS on
    FROM (SELECT at, (at AT TIME ZONE 'Africa/Lagos')::date AS on_day FROM restores ORDER BY at DESC LIMIT 1) AS last
    WHERE NOT EXISTS (
      SELECT FROM statement_imports WHERE state = 'imported' AND imported_at > last.at AND last_on >= last.on_day AND added > 0
        AND bank_account_id = coalesce((SELECT id FROM bank_accounts WHERE receives), bank_account_id))`;
  return rows[0]?.on ?? null;
}

/** Throws CONFLICT from a restore until a statement of its day is imported. */
export async function requireNoOpenRestore(tx: Tx): Promise<void> {
  const on = await readOpenRestore(tx);
  if (on) throw new AppError("CONFLICT", `The database was restored on ${dayWords(on)}. ${RESTORE_HINT}`);
}
