import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "@/lib/ledger/verify";
import { command, withLib } from "../../../support/command";
import { invest, type Investment } from "../../../support/ledger";
import { stack } from "../../../support/stack";

/** A session in which triggers and foreign keys are disabled. */
let untriggered: pg.Client;
let investment: Investment;
beforeAll(async () => {
  untriggered = new pg.Client({ connectionString: stack().databaseUrl });
  await untriggered.connect();
  await untriggered.query("SET session_replication_role = replica");
  investment = await invest(500n);
  await invest(700n);
});
afterAll(() => untriggered?.end());

const problems = async () => {
  const found: string[] = [];
  const result = await verifyLedger((problem) => found.push(problem));
  expect(result.problems).toBe(found.length);
  return found;
};

/** Makes a change, returns the problems found, and rolls the change back. */
async function problemsAfter(change: string, back: string): Promise<string> {
  const values = change.includes("$1") ? [investment.subjectId] : [];
  expect((await untriggered.query(change, values)).rowCount).toBe(1);
  const found = await problems();
  expect((await untriggered.query(back, back.includes("$1") ? [investment.subjectId] : [])).rowCount).toBe(1);
  return found.join("\n");
}

const ofAccount = "account_id = (SELECT id FROM ledger_accounts WHERE subject_id = $1)";

describe("verifying the ledger", () => {
  it("finds no problems, and counts what it read", async () => {
    const result = await verifyLedger(() => undefined);
    expect(result.problems).toBe(0);
    const { rows } = await untriggered.query<{ entries: number; postings: number; accounts: number }>(
      `SELECT (SELECT count(*)::int FROM ledger_entries) AS entries, (SELECT count(*)::int FROM ledger_postings) AS postings,
         (SELECT count(*)::int FROM ledger_accounts WHERE count > 0) AS accounts`,
    );
    expect(result).toEqual({ problems: 0, ...rows[0] });
  });

  it.each<[string, string, string, RegExp[]]>([
    [
      "an amount",
      `UPDATE ledger_postings SET amount = amount - 1 WHERE ${ofAccount}`,
      `UPDATE ledger_postings SET amount = amount + 1 WHERE ${ofAccount}`,
      [
        /The entry .* does not sum to zero/,
        /running balance is wrong/,
        /balance -500, and its postings sum to -501/,
      ],
    ],
    [
      "a running balance",
      `UPDATE ledger_postings SET balance_after = -1 WHERE ${ofAccount}`,
      `UPDATE ledger_postings SET balance_after = -500 WHERE ${ofAccount}`,
      [/^The account .* running balance is wrong\.$/],
    ],
    [
      "the balance of an account",
      "UPDATE ledger_accounts SET balance = -499 WHERE subject_id = $1",
      "UPDATE ledger_accounts SET balance = -500 WHERE subject_id = $1",
      [
        /balance -499, and its postings sum to -500/,
        /accounts sum to/,
        /The trial balance is 1 and not zero/,
      ],
    ],
    [
      "an entry's number of postings",
      "UPDATE ledger_entries SET count = 3 WHERE subject_id = $1",
      "UPDATE ledger_entries SET count = 2 WHERE subject_id = $1",
      [/^The entry .* has 2 of 3 postings\.$/],
    ],
    [
      "the owner of an account",
      "UPDATE ledger_accounts SET owner_id = NULL WHERE subject_id = $1",
      "UPDATE ledger_accounts SET owner_id = (SELECT owner_id FROM ledger_postings WHERE account_id = id) WHERE subject_id = $1",
      [/running balance is wrong/, /is not in the chart of accounts/],
    ],
    [
      "an account that has a balance of its own",
      "INSERT INTO ledger_accounts (id, name, type, subject_id, balance) VALUES ('01900000-0000-7000-8000-000000000001', 'bank', 'asset', '01900000-0000-7000-8000-000000000001', 5)",
      "DELETE FROM ledger_accounts WHERE id = '01900000-0000-7000-8000-000000000001'",
      [/^The account .* has a balance and no postings\.$/],
    ],
    [
      "a posting without entry",
      "INSERT INTO ledger_postings (account_id, entry_id, amount, ordinal, balance_after) VALUES ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 5, 1, 5)",
      "DELETE FROM ledger_postings WHERE entry_id = '01900000-0000-7000-8000-000000000002'",
      [/account .* of a posting does not exist/, /postings are stored, and entries have/],
    ],
    [
      "the trial balance",
      "INSERT INTO ledger_total_deltas (id, name, amount) VALUES (-1, 'bank', 3)",
      "DELETE FROM ledger_total_deltas WHERE id = -1",
      [/^The trial balance has -?\d+ for bank, and its accounts sum to -?\d+\.$/],
    ],
  ])("finds that somebody changed %s while triggers were disabled", async (_, change, back, expected) => {
    const found = await problemsAfter(change, back);
    for (const problem of expected) expect(found).toMatch(problem);
    expect(await problems()).toEqual([]);
  });

  it("finds a deleted posting, and an investor's account that is overdrawn", async () => {
    await untriggered.query("ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_not_overdrawn");
    const { rows } = await untriggered.query<Record<string, string>>(
      `DELETE FROM ledger_postings WHERE ${ofAccount} RETURNING *`,
      [investment.subjectId],
    );
    await untriggered.query("UPDATE ledger_accounts SET balance = 9 WHERE subject_id = $1", [
      investment.subjectId,
    ]);
    const found = (await problems()).join("\n");
    expect(found).toMatch(/has 1 of 2 postings/);
    expect(found).toMatch(/has a balance and no postings/);
    const { account_id, ordinal, entry_id, amount, balance_after, owner_id } = rows[0]!;
    const insert = (value: unknown, after: unknown) =>
      untriggered.query(
        "INSERT INTO ledger_postings (account_id, ordinal, entry_id, amount, balance_after, owner_id) VALUES ($1, $2, $3, $4, $5, $6)",
        [account_id, ordinal, entry_id, value, after, owner_id],
      );
    await insert(9, 9);
    expect((await problems()).join("\n")).toMatch(/of an investor is overdrawn/);
    await untriggered.query("DELETE FROM ledger_postings WHERE entry_id = $1 AND account_id = $2", [entry_id, account_id]); // oxfmt-ignore
    await insert(amount, balance_after);
    await untriggered.query("UPDATE ledger_accounts SET balance = -500 WHERE subject_id = $1", [
      investment.subjectId,
    ]);
    await untriggered.query(
      `ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_not_overdrawn CHECK (
         owner_id IS NULL OR CASE WHEN type IN ('asset', 'expense') THEN balance >= 0 ELSE balance <= 0 END)`,
    );
    expect(await problems()).toEqual([]);
  });

  it("exits with code 1 and prints a line for each problem", async () => {
    const env = stack().env;
    await untriggered.query("UPDATE ledger_entries SET count = 3 WHERE subject_id = $1", [
      investment.subjectId,
    ]);
    const bad = await command("verify-ledger", [], env, withLib);
    await untriggered.query("UPDATE ledger_entries SET count = 2 WHERE subject_id = $1", [
      investment.subjectId,
    ]);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/has 2 of 3 postings\.\n[^]*The ledger is wrong, problems: \d+\. Entries:/);
  });
});
