import { command, withLib } from "../../support/command";
import type { MoneyLoad } from "./load";

/** The invariants of the ledger, each with a query that counts violations. */
const promises: Record<string, string> = {
  "lines stored twice":
    "SELECT count(*) - count(DISTINCT bank_reference) AS n FROM statement_lines WHERE state <> 'withdrawn'",
  "the bank account does not have the balance of its last statement line": `
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE name = 'bank')
      - coalesce((SELECT balance FROM statement_lines WHERE state <> 'withdrawn' ORDER BY position DESC LIMIT 1), 0) AS n`,
  "payouts in transit are not those that are released": `
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE name = 'payouts_in_transit')
      + (SELECT coalesce(sum(amount), 0) FROM payouts WHERE state = 'released') AS n`,
  "investments whose amounts due are not what the ledger owes": `
    SELECT count(*) AS n FROM ledger_accounts AS a WHERE a.name = 'due_to_investor' AND -a.balance <> (
      SELECT coalesce(sum(d.amount), 0) FROM amounts_due AS d LEFT JOIN payouts AS p ON p.id = d.payout_id
      WHERE d.source = 'investment' AND d.investment_id = a.subject_id AND (d.state = 'due' OR p.state = 'proposed'))`,
  "investors' accounts that are overdrawn":
    "SELECT count(*) AS n FROM ledger_accounts WHERE owner_id IS NOT NULL AND balance > 0",
  "active investments without principal, and others with it": `
    SELECT count(*) AS n FROM investments AS i LEFT JOIN ledger_accounts AS a ON a.subject_id = i.id AND a.name = 'principal'
    WHERE (i.state = 'active') <> (coalesce(a.balance, 0) < 0)`,
  "investments with more principal than was agreed": `
    SELECT count(*) AS n FROM investments AS i JOIN ledger_accounts AS a ON a.subject_id = i.id AND a.name = 'principal'
    WHERE -a.balance > i.amount`,
  "capacity that is not what is requested and invested": `
    SELECT count(*) AS n FROM plans AS p WHERE p.taken <> (SELECT coalesce(sum(i.amount - (
      SELECT coalesce(sum(amount), 0) FROM redemptions WHERE investment_id = i.id AND undone_by_id IS NULL)), 0) FROM investments AS i
      JOIN plan_versions AS v ON v.id = i.plan_version_id WHERE v.plan_id = p.id AND i.state IN ('requested', 'active'))`,
  "payouts released by who has proposed them":
    "SELECT count(*) AS n FROM payout_batches WHERE state = 'released' AND decided_by_id = proposed_by_id",
};

/** Returns the promises about money that were broken. */
export async function findBrokenPromises({ world, bank, requests }: MoneyLoad): Promise<string[]> {
  const broken: string[] = [];
  for (const [promise, query] of Object.entries(promises)) {
    const { rows } = await world.sql.query<{ n: string }>(query);
    if (rows[0]!.n !== "0") broken.push(`${promise}: ${rows[0]!.n}`);
  }
  const stored = await world.sql.query<{ reference: string }>(
    "SELECT bank_reference AS reference FROM statement_lines",
  );
  const there = new Set(stored.rows.map(({ reference }) => reference));
  const lost = [...bank.acknowledged].filter((reference) => !there.has(reference));
  if (lost.length > 0) broken.push(`acknowledged lines that are lost: ${lost.length}`);

  const { rows } = await world.sql.query<{ id: string; userId: string }>(
    'SELECT id, user_id AS "userId" FROM investments',
  );
  const ids = new Set(rows.map(({ id }) => id));
  const acknowledged = [...requests.values()];
  const missing = acknowledged.filter(({ id }) => id && !ids.has(id));
  if (missing.length > 0) broken.push(`acknowledged requests that are lost: ${missing.length}`);
  if (rows.length > acknowledged.length)
    broken.push(`investments that were requested once and made twice: ${rows.length - acknowledged.length}`);

  const { code, stdout, stderr } = await command("verify-ledger", [], world.database.env, withLib);
  if (code !== 0) broken.push(`ledger:verify: ${stdout}${stderr}`);
  return broken;
}
