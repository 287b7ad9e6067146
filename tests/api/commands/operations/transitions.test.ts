import pg from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { actKinds, type ActKind, type StateRules } from "@/lib/acts/rules";
import { proposalTransitions } from "@/lib/approvals/state-rules";
import { importStates, lineStates, manualReceiptStates } from "@/lib/bank/state-rules";
import { dueDiligenceTransitions } from "@/lib/due-diligence/state-rules";
import { uuidv7 } from "@/lib/ids";
import { investmentRules } from "@/lib/investments/rules";
import { batchStates, dueStates, payoutStates } from "@/lib/payouts/state-rules";
import { planTransitions } from "@/lib/plans/state-rules";
import { createUser } from "../../../support/accounts";
import { newBankAccount } from "../../../support/bank-accounts";
import { openPlan } from "../../../support/investments";
import { invest } from "../../../support/ledger";
import { stack } from "../../../support/stack";

/**
 * The allowed state transitions are a table in TypeScript and a condition of a guard (ADR 43). For each pair of states, a row is inserted
 * in one and updated to the other by the owner of the tables; the accepted updates must match the table. Everything is rolled back.
 */
let owner: pg.Client;
const ids = { user: "", version: "", account: "", import: uuidv7(), batch: uuidv7(), payout: uuidv7() };

beforeAll(async () => {
  owner = new pg.Client({ connectionString: stack().databaseUrl });
  await owner.connect();
  ids.user = (await createUser({ role: "investor" })).id;
  const { id } = await openPlan();
  const { rows } = await owner.query<{ id: string }>("SELECT id FROM plan_versions WHERE plan_id = $1", [id]);
  ids.version = rows[0]!.id;
  ids.account = await newBankAccount();
});
afterAll(() => owner?.end());
beforeEach(async () => {
  await owner.query("BEGIN");
  await insert("statement_imports", {
    id: ids.import,
    ...rowsOf.statement_imports.constant(),
    state: "imported",
  });
  await insert("payout_batches", { id: ids.batch, ...rowsOf.payout_batches.constant(), state: "proposed" });
  await insert("payouts", { id: ids.payout, ...rowsOf.payouts.constant() });
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

let position = 0;
const hash = () => uuidv7().replaceAll("-", "").repeat(2);
const now = new Date();

const rowsOf = {
  statement_imports: {
    constant: () => ({
      imported_by: ids.user,
      bank_account_id: ids.account,
      file_name: "a.csv",
      sha256: "0".repeat(64),
      count: 1,
      added: 1,
    }),
    ofState: () => ({}),
  },
  manual_receipts: {
    constant: () => ({
      investment_id: ids.user,
      amount: 1,
      on_day: "2026-01-01",
      bank_reference: uuidv7(),
      act_id: ids.user,
    }),
    ofState: () => ({}),
  },
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
      ["active", "matured", "redeemed", "ended"].includes(state)
        ? { paid_on: "2026-01-01", start_on: "2026-01-01", maturity_on: "2027-01-01" }
        : { paid_on: null, start_on: null, maturity_on: null },
  },
  statement_lines: {
    constant: () => ({
      import_id: ids.import,
      bank_account_id: ids.account,
      position: (position += 1),
      balance: 1,
      begins: true,
      on_day: "2026-01-01",
      amount: 1,
      bank_reference: "",
      data_key: "key",
      narration_cipher: "text",
      counterparty_cipher: "text",
      act_id: ids.user,
    }),
    ofState: () => ({}),
  },
  payouts: {
    constant: () => ({
      batch_id: ids.batch,
      amount: 1,
      reference: uuidv7(),
      data_key: "key",
      account_cipher: "text",
      act_id: ids.user,
    }),
    ofState: () => ({}),
  },
  amounts_due: {
    constant: () => ({ source: "receipt", amount: 1, on_day: "2026-01-01", act_id: ids.user }),
    ofState: (state) => ({ payout_id: state === "assigned" ? ids.payout : null }),
  },
  payout_batches: {
    constant: () => ({ count: 1, total: 1, proposed_by_id: ids.user }),
    ofState: (state) => ({
      decided_by_id: state === "proposed" ? null : ids.version,
      decided_at: state === "proposed" ? null : now,
    }),
  },
  due_diligence: {
    constant: () => ({
      user_id: ids.user,
      kind: "individual",
      sent_at: now,
      due_at: now,
      data_key: "key",
      tax_id_cipher: "text",
      tax_id_index: "index",
      occupation: "Trader",
      source_of_funds: "Savings",
      source_details: "Savings.",
      expected_amount: 1,
      pep: "no",
    }),
    ofState: (state) => ({
      decided_at: state === "sent" ? null : now,
      reason_cipher: state === "changes_requested" ? "text" : null,
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

/** The states of an enum in the database. */
async function readStates(type: string): Promise<string[]> {
  const { rows } = await owner.query<{ state: string }>(
    `SELECT unnest(enum_range(NULL::${type}))::text AS state`,
  );
  return rows.map(({ state }) => state);
}

describe("the database allows exactly the table of transitions", () => {
  it.each([
    ["plans", "plan_state", planTransitions],
    ["proposals", "proposal_state", proposalTransitions],
    ["due_diligence", "due_diligence_state", dueDiligenceTransitions],
  ] as const)("%s", async (table, type, transitions) => {
    const all = await readStates(type);
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

describe("the database allows exactly the states that follow from acts (ADR 44)", () => {
  const kinds = (Object.keys(actKinds) as ActKind[]).filter((kind) => kind !== "undo");

  /** Inserts an act of each kind, and one that undoes it. */
  async function insertActs(): Promise<{ kind: ActKind; id: string; undoId: string }[]> {
    const acts = kinds.map((kind) => ({ kind, id: uuidv7(), undoId: uuidv7() }));
    for (const { kind, id, undoId } of acts) {
      await insert("money_acts", { id, kind });
      await insert("money_acts", { id: undoId, kind: "undo", undoes_id: id, reason: "other" });
    }
    return acts;
  }

  it.each([
    ["statement_imports", "statement_import_state", importStates],
    ["statement_lines", "statement_line_state", lineStates],
    ["manual_receipts", "manual_receipt_state", manualReceiptStates],
    ["investments", "investment_state", investmentRules],
    ["payout_batches", "payout_batch_state", batchStates],
    ["payouts", "payout_state", payoutStates],
    ["amounts_due", "due_state", dueStates],
  ] as const)("%s", async (table, type, given) => {
    const rules = given as StateRules<string>;
    const all = await readStates(type);
    expect(Object.keys(rules).toSorted()).toEqual(["none", ...all].toSorted());
    const acts = await insertActs();
    for (const state of all) {
      await owner.query("SAVEPOINT row");
      const { mayBecome } = await insertIn(table, state);
      const [allowed, expected]: [string[], string[]] = [[], []];
      for (const next of all)
        for (const { kind, id, undoId } of acts) {
          if (next === state) continue;
          const isWithdrawn = next === "withdrawn" || next === "cancelled";
          if (await mayBecome(next, { act_id: id })) allowed.push(`${kind}: ${next}`);
          if (await mayBecome(next, { act_id: undoId })) allowed.push(`undo ${kind}: ${next}`);
          if (rules[state]?.[kind] === next) expected.push(`${kind}: ${next}`);
          if (rules[next]?.[kind] === state || (isWithdrawn && rules["none"]?.[kind] === state))
            expected.push(`undo ${kind}: ${next}`);
        }
      expect(await mayBecome(all.find((next) => next !== state)!)).toBe(false);
      await owner.query("ROLLBACK TO row");
      expect([state, allowed]).toEqual([state, expected]);
    }
  });

  it("an active investment becomes unpaid again only if the ledger owes nothing for it", async () => {
    const undoId = (await insertActs()).find(({ kind }) => kind === "match")!.undoId;
    const paid = await insertIn("investments", "active");
    expect(await paid.mayBecome("requested", { act_id: undoId })).toBe(true);
    await invest(1n, { subjectId: paid.id, ownerId: ids.user });
    expect(await paid.mayBecome("requested", { act_id: undoId })).toBe(false);
  });
});
