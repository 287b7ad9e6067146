import "server-only";
import { db } from "@/lib/db/client";

/** What the investments of an investor have earned and paid in a period, in kobo, after corrections. */
export interface PeriodTotals {
  /** Returns before fee and tax. */
  returns: bigint;
  fees: bigint;
  tax: bigint;
  losses: bigint;
  /** Charges for early redemption. */
  charges: bigint;
}

/** Returns the totals of all entries about an investor's investments between two days, inclusive, from the firm's side of the postings. */
export async function readPeriodTotals(
  ownerId: string,
  { from, to }: { from: string; to: string },
): Promise<PeriodTotals> {
  const rows = await db.$queryRaw<{ name: string; isLoss: boolean; total: bigint }[]>`
    SELECT a.name, coalesce(r.kind, e.kind) = 'loss' AS "isLoss", sum(p.amount)::bigint AS total
    FROM ledger_entries AS e
    LEFT JOIN ledger_entries AS r ON r.id = e.reverses_id
    JOIN ledger_postings AS p ON p.entry_id = e.id
    JOIN ledger_accounts AS a ON a.id = p.account_id
    WHERE e.subject_id IN (SELECT subject_id FROM ledger_accounts WHERE owner_id = ${ownerId}::uuid)
      AND e.on_day BETWEEN ${from}::date AND ${to}::date
      AND a.name IN ('return_expense', 'fee_income', 'withholding_tax_payable', 'redemption_charges')
    GROUP BY 1, 2`;
  const totalOf = (name: string, isLoss = false) =>
    rows.find((row) => row.name === name && row.isLoss === isLoss)?.total ?? 0n;
  return {
    returns: totalOf("return_expense"),
    losses: -totalOf("return_expense", true),
    fees: -totalOf("fee_income"),
    tax: -totalOf("withholding_tax_payable"),
    charges: -totalOf("redemption_charges"),
  };
}
