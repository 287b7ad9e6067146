import pg from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, inject, it } from "vitest";
import { proposalTransitions } from "@/lib/approvals/state-rules";
import { lineTransitions } from "@/lib/bank/state-rules";
import { uuidv7 } from "@/lib/ids";
import { states as investmentStates } from "@/lib/investments/rules";
import { batchTransitions, payoutTransitions } from "@/lib/payouts/state-rules";
import { planTransitions } from "@/lib/plans/state-rules";
import { createUser } from "../../../support/accounts";
import { openPlan } from "../../../support/investments";
import { invest } from "../../../support/ledger";

/**
 * The allowed state transitions are a table in TypeScript and a condition of a guard (ADR 43). For each pair of states, a row is inserted
 * in one and updated to the other by the owner of the tables; the accepted updates must match the table. Everything is rolled back.
 */
let owner: pg.Client;
const ids = { user: "", version: "", import: uuidv7(), batch: uuidv7() };

beforeAll(async () => {
  owner = new pg.Client({ connectionString: inject("stack").databaseUrl });
  await owner.connect();
  ids.user = (await createUser({ role: "investor" })).id;
  const { id } = await openPlan();
  const { rows } = await owner.query<{ id: string }>("SELECT id FROM plan_versions WHERE plan_id = $1", [id]);
  ids.version = rows[0]!.id;
});
afterAll(() => owner?.end());
beforeEach(async () => {
  await owner.query("BEGIN");
  await insert("statement_imports", { id: ids.import, imported_by: ids.user, file_name: "a.csv", sha256: "0".repeat(64), count: 1, added: 1 }); // oxfmt-ignore
  await insert("payout_batches", { id: ids.batch, ...rowsOf.payout_batches.constant(), state: "proposed" });
});
afterEach(() => owner.query("ROLLBACK"));

type Row = Record<string, unknown>;

async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await owner.query(`INSERT INTO ${table} (${names.join()}) VALUES (${places.join()})`, Object.values(row));
}

async function update(table: string, id: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const changes = names.map((name, index) => `${name} = $${index + 2}`);
  await owner.query(`UPDATE ${table} SET ${changes.join()} WHERE id = $1`, [id, ...Object.values(row)]);
}

/** Calls `work` and rolls it back. Returns whether the transition guards accepted it; a violated CHECK constraint throws. */
async function isAllowed(work: () => Promise<void>): Promise<boolean> {
  await owner.query("SAVEPOINT attempt");
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "23514" && !error.constraint) return false;
    throw error;
  } finally {
    await owner.query("ROLLBACK TO attempt");
  }
}

/** The columns of a row that are constant, and those that depend on its state. */
interface RowBuilder {
  constant: () => Row;
  ofState: (state: string) => Row;
}

const hash = () => uuidv7().replaceAll("-", "").repeat(2);
const now = new Date();

const rowsOf = {
  investments: {
    constant: () => ({
      user_id: ids.user,
      plan_version_id: ids.version,
      amount: 1,
      reference: "SDL-2222-2222",
      requested_at: now,
      cancel_until: now,
      expires_at: now,
      terms_hash: hash(),
      accepted_at: now,
    }),
    ofState: (state) =>
      ["active", "matured", "redeemed"].includes(state)
        ? { paid_on: "2026-01-01", start_on: "2026-01-01", maturity_on: "2027-01-01" }
        : { paid_on: null, start_on: null, maturity_on: null },
  },
  statement_lines: {
    constant: () => ({
      import_id: ids.import,
      key: hash(),
      on_day: "2026-01-01",
      amount: 1,
      bank_reference: "",
      data_key: "key",
      narration_cipher: "text",
      counterparty_cipher: "text",
    }),
    // A line that becomes pending again no longer has investments.
    ofState: (state) => ({
      decided_at: state === "waiting" ? null : now,
      decided_by: state === "waiting" ? null : ids.user,
      investment_ids: state === "matched" || state === "returning" ? [ids.user] : [],
    }),
  },
  payouts: {
    constant: () => ({ source: "receipt", amount: 1, reference: uuidv7() }),
    ofState: (state) =>
      state === "due"
        ? { batch_id: null, data_key: null, account_cipher: null }
        : { batch_id: ids.batch, data_key: "key", account_cipher: "text" },
  },
  payout_batches: {
    constant: () => ({ count: 1, total: 1, proposed_by_id: ids.user }),
    ofState: (state) => ({
      decided_by_id: state === "proposed" ? null : ids.version,
      decided_at: state === "proposed" ? null : now,
    }),
  },
  plans: { constant: () => ({ slug: uuidv7() }), ofState: () => ({}) },
  proposals: {
    constant: () => ({
      kind: "deletion",
      subject: uuidv7(),
      data_key: "key",
      payload_cipher: "text",
      proposed_by_id: ids.user,
    }),
    ofState: (state) => ({
      decided_by_id: state === "pending" ? null : ids.version,
      decided_at: state === "pending" ? null : now,
    }),
  },
} as const satisfies Record<string, RowBuilder>;

/** Inserts a row in a state. Returns a function that changes the state. */
async function insertIn(table: keyof typeof rowsOf, state: string, changes: Row = {}) {
  const id = uuidv7();
  const { constant, ofState }: RowBuilder = rowsOf[table];
  await insert(table, { id, ...constant(), state, ...ofState(state), ...changes });
  return {
    id,
    mayBecome: (next: string, others: Row = {}) =>
      isAllowed(() => update(table, id, { state: next, ...ofState(next), ...others })),
  };
}

const investmentTransitions = Object.fromEntries(
  Object.entries(investmentStates).map(([state, { acts }]) => [state, Object.values(acts)]),
);

describe("the database allows exactly the table of transitions", () => {
  it.each([
    ["investments", "investment_state", investmentTransitions],
    ["statement_lines", "statement_line_state", lineTransitions],
    ["payouts", "payout_state", payoutTransitions],
    ["payout_batches", "payout_batch_state", batchTransitions],
    ["plans", "plan_state", planTransitions],
    ["proposals", "proposal_state", proposalTransitions],
  ] as const)("%s", async (table, type, transitions) => {
    const { rows } = await owner.query<{ state: string }>(
      `SELECT unnest(enum_range(NULL::${type}))::text AS state`,
    );
    const all = rows.map(({ state }) => state);
    expect(Object.keys(transitions).toSorted()).toEqual(all.toSorted());
    for (const state of all) {
      await owner.query("SAVEPOINT row");
      const { mayBecome } = await insertIn(table, state);
      const allowed: string[] = [];
      for (const next of all) if (next !== state && (await mayBecome(next))) allowed.push(next);
      await owner.query("ROLLBACK TO row");
      expect([state, allowed.toSorted()]).toEqual([
        state,
        [...(transitions as Record<string, readonly string[]>)[state]!].toSorted(),
      ]);
    }
  });
});

describe("some transitions have a further condition", () => {
  it("an active investment becomes unpaid again only if the ledger owes nothing for it", async () => {
    const paid = await insertIn("investments", "active");
    expect(await paid.mayBecome("requested")).toBe(true);
    await invest(1n, { subjectId: paid.id, ownerId: ids.user });
    expect(await paid.mayBecome("requested")).toBe(false);
    expect(await paid.mayBecome("matured")).toBe(true);
  });

  it("a decided line becomes pending again only if it was matched with investments, and the receipt is its own", async () => {
    const booked = await insertIn("statement_lines", "matched", { investment_ids: [] });
    expect(await booked.mayBecome("waiting")).toBe(false);
    const byHand = await insertIn("statement_lines", "matched", { hand_entry_id: uuidv7() });
    expect(await byHand.mayBecome("waiting")).toBe(false);
    const matched = await insertIn("statement_lines", "matched");
    expect(await matched.mayBecome("waiting", { investment_ids: [ids.user] })).toBe(false);
    expect(await matched.mayBecome("waiting")).toBe(true);
  });

  it("a returned payout is paid only if it never left the bank", async () => {
    const cameBack = await insertIn("payouts", "returned", { settled_on: "2026-01-01" });
    expect(await cameBack.mayBecome("paid")).toBe(false);
    const rejected = await insertIn("payouts", "returned");
    expect(await rejected.mayBecome("paid")).toBe(true);
  });
});
