import { randomUUID } from "node:crypto";
import pg from "pg";
import { lagosDay } from "@/lib/dates";
import { sampleTerms } from "../tests/support/sample-terms";
import type { Database } from "../tests/support/server";
import { runClosedLoop, send } from "./load";
import type { ListCase, Runner } from "./lists";
import type { Target } from "./servers";
import { bearer, signIn, type BenchUser } from "./sign-in";

/** Investments and the ledger, with as many investments as there are users (product 10.31 to 10.36). */
const INVESTOR = "investor@demo.example";
const REVIEWER = "admin@seedline.example";
/** The investments of the investor whose pages are measured. */
const OWN = 20;

/**
 * Writes active investments with their receipts, and an amount due for one in a hundred: the rows that the application would write, but
 * without its triggers, which would take an hour.
 */
const rows = `
  CREATE TEMP TABLE money AS SELECT n, uuidv7() AS id, uuidv7() AS receipt, uuidv7() AS match, uuidv7() AS allocation, uuidv7() AS due,
      uuidv7() AS received_account, uuidv7() AS principal_account, uuidv7() AS due_account, n % 100 = 0 AS is_due,
      CASE WHEN n <= ${OWN} THEN (SELECT id FROM users WHERE email = '${INVESTOR}') ELSE people.ids[1 + n % cardinality(people.ids)] END AS user_id
    FROM generate_series(1, $COUNT) AS n,
      (SELECT array_agg(id) AS ids FROM users WHERE role = 'investor' AND email LIKE '%@bulk.example') AS people;
  INSERT INTO investments (id, user_id, plan_version_id, amount, state, reference, requested_at, cancel_until, expires_at, terms_hash,
      accepted_at, paid_on, start_on, maturity_on, next_due_on)
    SELECT id, user_id, '$VERSION', 10000000, 'active',
      regexp_replace(lpad(translate(n::text, '01', 'AC'), 8, 'Z'), '(....)(....)', 'SDL-\\1-\\2'),
      now(), now(), now(), repeat('0', 64), now(), current_date, current_date, current_date + 365, current_date + 365 FROM money;
  INSERT INTO ledger_accounts (id, name, type, subject_id, owner_id, balance, count)
    SELECT received_account, 'received', 'liability'::ledger_account_type, id, user_id, 0, 2 FROM money
    UNION ALL SELECT principal_account, 'principal', 'liability', id, user_id, -10000000, 1 FROM money
    UNION ALL SELECT due_account, 'due_to_investor', 'liability', id, user_id, -5000, 1 FROM money WHERE is_due;
  INSERT INTO ledger_accounts (id, name, type, subject_id, balance, count)
    SELECT uuidv7(), 'bank', 'asset'::ledger_account_type, uuidv7(), 10000000::bigint * $COUNT, $COUNT
    UNION ALL SELECT uuidv7(), 'unallocated_receipts', 'liability', NULL, 0, 2 * $COUNT
    UNION ALL SELECT uuidv7(), 'return_expense', 'expense', NULL, 5000 * ($COUNT / 100), $COUNT / 100;
  INSERT INTO ledger_entries (id, key, kind, on_day, subject_id, count)
    SELECT receipt, 'bench-receipt:' || n, 'receipt', current_date, NULL, 2 FROM money
    UNION ALL SELECT match, 'bench-match:' || n, 'receipt_match', current_date, id, 2 FROM money
    UNION ALL SELECT allocation, 'bench-allocation:' || n, 'allocation', current_date, id, 2 FROM money
    UNION ALL SELECT due, 'bench-due:' || n, 'return_due', current_date, id, 2 FROM money WHERE is_due;
  WITH firm AS (SELECT name, id FROM ledger_accounts WHERE subject_id IS NULL)
  INSERT INTO ledger_postings (account_id, ordinal, entry_id, amount, balance_after, owner_id)
    SELECT (SELECT id FROM firm WHERE name = 'bank'), n, receipt, 10000000, 10000000::bigint * n, NULL::uuid FROM money
    UNION ALL SELECT (SELECT id FROM firm WHERE name = 'unallocated_receipts'), 2 * n - 1, receipt, -10000000, -10000000, NULL FROM money
    UNION ALL SELECT (SELECT id FROM firm WHERE name = 'unallocated_receipts'), 2 * n, match, 10000000, 0, NULL FROM money
    UNION ALL SELECT received_account, 1, match, -10000000, -10000000, user_id FROM money
    UNION ALL SELECT received_account, 2, allocation, 10000000, 0, user_id FROM money
    UNION ALL SELECT principal_account, 1, allocation, -10000000, -10000000, user_id FROM money
    UNION ALL SELECT (SELECT id FROM firm WHERE name = 'return_expense'), n / 100, due, 5000, 5000 * (n / 100), NULL FROM money WHERE is_due
    UNION ALL SELECT due_account, 1, due, -5000, -5000, user_id FROM money WHERE is_due;
  INSERT INTO amounts_due (id, source, amount, on_day, investment_id, user_id, act_id)
    SELECT uuidv7(), 'investment', 5000, current_date, id, user_id, due FROM money WHERE is_due;
  INSERT INTO ledger_total_deltas (name, amount) SELECT name, sum(balance)::bigint FROM ledger_accounts GROUP BY 1`;

/** Adds this many investments to a database. Must be called only once. */
export async function seedInvestments(database: Database, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const [plan, version] = [randomUUID(), randomUUID()];
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query(
      "TRUNCATE amounts_due, ledger_postings, ledger_entries, ledger_accounts, ledger_total_deltas",
    );
    await client.query("INSERT INTO plans (id, slug, state, taken) VALUES ($1, $2, 'open', $3)", [plan, `plan-${plan}`, count]); // oxfmt-ignore
    await client.query(
      `INSERT INTO plan_versions (id, plan_id, version, name, summary, description, risk, terms, published_at)
       VALUES ($1, $2, 1, 'Notes', 'Notes.', 'It lends.', 'Low', $3, now())`,
      [version, plan, JSON.stringify(sampleTerms)],
    );
    await client.query(rows.replaceAll("$COUNT", String(count)).replaceAll("$VERSION", version));
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

const as = (
  name: string,
  email: string,
  path: string,
  headersOf: (user: BenchUser) => Record<string, string> = bearer,
): ListCase => ({
  name,
  prepare: async (target): Promise<Runner> => {
    const headers = headersOf(await signIn(target, email));
    // Checks that the page responds before it is measured.
    const { status } = await send(target.url, { path, headers });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return (options) => runClosedLoop(target.url, options, () => ({ path, headers }));
  },
});

const page = ({ cookies }: BenchUser) => ({ cookie: cookies, accept: "text/html" });
const year = `from=${lagosDay().slice(0, 4)}-01-01&to=${lagosDay()}`;

/** Calls of investors and administrators that concern money. */
export const moneyLists: ListCase[] = [
  as("Portfolio", INVESTOR, "/api/investments?limit=20"),
  as("Portfolio page", INVESTOR, "/dashboard/investments", page),
  as("Transactions page", INVESTOR, "/dashboard/transactions", page),
  as("Statement of a year", INVESTOR, `/api/statements?${year}`),
  as("Due list", REVIEWER, "/api/admin/payouts/due?limit=10"),
  as("Investments of all", REVIEWER, "/api/admin/investments?limit=20"),
  as("Trial balance", REVIEWER, "/api/admin/ledger"),
];

const STATEMENT_LINES = 50_000;

/** Imports a statement of 50,000 lines. Returns the duration in seconds. */
export async function measureImport(target: Target): Promise<number> {
  const { token } = await signIn(target, REVIEWER);
  const client = new pg.Client({ connectionString: target.database.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO bank_accounts (id, name, bank, number) VALUES (uuidv7(), 'Client account', 'Test Bank', '7012345678') RETURNING id",
  );
  await client.end();
  const lines = Array.from(
    { length: STATEMENT_LINES },
    (_, n) => `${lagosDay()},${1_000 + n}.50,Transfer ${n},Person ${n},FT${n}BENCH`,
  );
  const form = new FormData();
  for (const [name, value] of Object.entries({
    date: 0,
    dateOrder: "ymd",
    amount: 1,
    narration: 2,
    counterparty: 3,
    bankReference: 4,
    bankAccountId: rows[0]!.id,
    closing: "0",
  }))
    form.append(name, String(value));
  form.append(
    "file",
    new Blob([["Date,Amount,Narration,Sender,Reference", ...lines].join("\n")]),
    "lines.csv",
  );
  const began = performance.now();
  const response = await fetch(`${target.url}/api/admin/payments/statements`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 201)
    throw new Error(`The import answered ${response.status}: ${await response.text()}`);
  return (performance.now() - began) / 1_000;
}
