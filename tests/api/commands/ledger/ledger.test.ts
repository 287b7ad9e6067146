import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { uuidv7 } from "@/lib/ids";
import { credit, debit, postEntries, postEntry, reverseActs, type EntryInput } from "@/lib/ledger/entries";
import {
  compactTotals,
  listAccountPostings,
  listOwnerPostings,
  readBalance,
  readOwnerTotals,
  readTrialBalance,
} from "@/lib/ledger/queries";
import { chart, type AccountName } from "@/lib/ledger/rules";
import { BANK_ACCOUNT, DAY, allocation, invest, newInvestment, post, receipt } from "../../../support/ledger";
import { stack } from "../../../support/stack";

/** The owner of the tables and the application's role, for statements that the product itself never sends. */
let owner: pg.Client;
let app: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: stack().databaseUrl });
  app = new pg.Client({ connectionString: env.DATABASE_URL });
  await Promise.all([owner.connect(), app.connect()]);
});
afterAll(() => Promise.all([owner?.end(), app?.end()]));

const conflict = expect.objectContaining({ code: "CONFLICT" }) as unknown;
const outcomes = async <T>(works: Promise<T>[]) => {
  const settled = await Promise.allSettled(works);
  const failures = settled.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  return { done: settled.flatMap((r) => (r.status === "fulfilled" ? [r.value] : [])), failures };
};
const countEntries = (key: string) => db.ledgerEntry.count({ where: { key } });

describe("an entry", () => {
  it("changes the balances of its accounts, and each posting has the balance after it", async () => {
    const bank = await readBalance("bank", BANK_ACCOUNT);
    const investment = newInvestment();
    await post(receipt(70_000_00n));
    await post(allocation(50_000_00n, investment));
    await post(allocation(20_000_00n, investment));
    expect(await readBalance("bank", BANK_ACCOUNT)).toBe(bank + 70_000_00n);
    expect(await readBalance("principal", investment.subjectId)).toBe(-70_000_00n);
    const { postings } = await listAccountPostings("principal", investment.subjectId, { limit: 10 });
    expect(postings.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [-20_000_00n, -70_000_00n],
      [-50_000_00n, -50_000_00n],
    ]);
    expect(postings[0]).toMatchObject(({
	account: 'principal',
	kind: 'allocation',
	on: DAY,
	subjectId: investment.subjectId
})); // oxfmt-ignore
  });

  it("omits zeros and merges postings to the same account", async () => {
    const investment = await invest(100n);
    const key = uuidv7();
    await post({
      key,
      kind: "principal_due",
      on: DAY,
      postings: [
        debit("principal", 40n, investment),
        debit("principal", 10n, investment),
        credit("due_to_investor", 50n, investment),
        credit("redemption_charges", 0n),
      ],
    });
    const entry = await db.ledgerEntry.findUniqueOrThrow({ where: { key }, include: { postings: true } });
    expect(entry.postings.map(({ amount }) => amount).toSorted()).toEqual([-50n, 50n]);
  });

  it.each<[string, Partial<EntryInput>]>([
    [
      "a wrong account",
      { postings: [debit("bank", 1n, { subjectId: BANK_ACCOUNT }), credit("fee_income", 1n)] },
    ],
    [
      "an account on the wrong side",
      { postings: [credit("bank", 1n, { subjectId: BANK_ACCOUNT }), debit("unallocated_receipts", 1n)] },
    ],
    [
      "a sum that is not zero",
      { postings: [debit("bank", 2n, { subjectId: BANK_ACCOUNT }), credit("unallocated_receipts", 1n)] },
    ],
    ["one posting", { postings: [debit("bank", 1n, { subjectId: BANK_ACCOUNT })] }],
    [
      "nothing",
      { postings: [debit("bank", 0n, { subjectId: BANK_ACCOUNT }), credit("unallocated_receipts", 0n)] },
    ],
    ["a day that does not exist", { on: "2026-02-30" }],
    ["an investor's account without an owner", { kind: "allocation", postings: [debit("unallocated_receipts", 1n), credit("principal", 1n)] }], // oxfmt-ignore
    ["an account of the firm with an owner", { postings: [debit("bank", 1n, newInvestment()), credit("unallocated_receipts", 1n)] }], // oxfmt-ignore
  ])("is refused with %s", async (_, change) => {
    const key = uuidv7();
    await expect(post({ ...receipt(1n, key), ...change })).rejects.toThrow();
    expect(await countEntries(key)).toBe(0);
  });

  it("refuses a negative amount, and an account of another investor", async () => {
    expect(() => debit("bank", -1n, { subjectId: BANK_ACCOUNT })).toThrow();
    expect(() => credit("bank", -1n, { subjectId: BANK_ACCOUNT })).toThrow();
    const { subjectId } = await invest(10n);
    await post(receipt(5n));
    await expect(post(allocation(5n, newInvestment()))).resolves.toBeDefined();
    await post(receipt(5n));
    await expect(post(allocation(5n, { ...newInvestment(), subjectId }))).rejects.toThrow("another owner");
  });

  it("never takes more than an investor has, even in parallel", async () => {
    const investment = await invest(100n);
    const due = (amount: bigint): EntryInput => ({
      key: uuidv7(),
      kind: "principal_due",
      on: DAY,
      postings: [debit("principal", amount, investment), credit("due_to_investor", amount, investment)],
    });
    await expect(post(due(101n))).rejects.toEqual(conflict);
    const { done, failures } = await outcomes(Array.from({ length: 10 }, () => post(due(30n))));
    expect([done.length, failures]).toEqual([3, Array(7).fill(conflict)]);
    expect(await readBalance("principal", investment.subjectId)).toBe(-10n);
    expect(await readOwnerTotals(investment.ownerId)).toEqual({ principal: -10n, due_to_investor: -90n });
  });

  it("that would overflow a balance's column is a conflict", async () => {
    const key = uuidv7();
    const posting = transaction(async (tx) => {
      await postEntry(tx, receipt(2n ** 62n));
      await postEntry(tx, receipt(2n ** 62n));
      await postEntry(tx, receipt(2n ** 62n, key));
    });
    await expect(posting).rejects.toEqual(conflict);
    expect(await countEntries(key)).toBe(0);
  });

  it("is posted once for twenty parallel calls with its key; other content under that key is refused", async () => {
    const key = uuidv7();
    const { done, failures } = await outcomes(Array.from({ length: 20 }, () => post(receipt(7n, key))));
    expect(failures).toEqual([]);
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    expect(await countEntries(key)).toBe(1);
    await expect(post(receipt(8n, key))).rejects.toEqual(conflict);
    await expect(post({ ...receipt(7n, key), on: "2026-11-25" })).rejects.toEqual(conflict);
    await expect(post({ ...receipt(7n, key), subjectId: uuidv7() })).rejects.toEqual(conflict);
    expect((await post(receipt(7n, key))).id).toBe(done[0]!.id);
  });

  it("is rolled back with its transaction", async () => {
    const [key, before] = [uuidv7(), await readBalance("bank", BANK_ACCOUNT)];
    const failing = transaction(async (tx) => {
      await postEntry(tx, receipt(9n, key));
      throw new Error("later");
    });
    await expect(failing).rejects.toThrow("later");
    expect([await countEntries(key), await readBalance("bank", BANK_ACCOUNT)]).toEqual([0, before]);
  });
});

describe("many entries", () => {
  it("of one call are posted in order, once per key", async () => {
    const key = uuidv7();
    const inputs = [receipt(1n), receipt(2n, key), receipt(3n), receipt(2n, key)];
    const posted = await transaction((tx) => postEntries(tx, inputs));
    expect(posted.map((entry) => entry.key)).toEqual(inputs.map((input) => input.key));
    expect(posted[1]!.id).toBe(posted[3]!.id);
    const again = await transaction((tx) => postEntries(tx, inputs));
    expect(again).toEqual(posted);
  });

  it("in parallel on the same accounts neither deadlock nor lose anything", async () => {
    const [one, two] = [await invest(1_000n), await invest(1_000n)];
    const before = {
      bank: await readBalance("bank", BANK_ACCOUNT),
      due: await readBalance("unallocated_receipts"),
    };
    await post(receipt(50n));
    // Each entry uses the accounts of both investments, in another order.
    const both = (n: number): EntryInput => {
      const postings = [credit("principal", 1n, one), debit("unallocated_receipts", 1n)];
      const others = [debit("unallocated_receipts", 0n), credit("principal", 0n, two)];
      return { key: uuidv7(), kind: "allocation", on: DAY, postings: n % 2 ? [...postings, ...others] : [...others, ...postings] }; // oxfmt-ignore
    };
    const move = (n: number): EntryInput => {
      const [from, to] = n % 2 ? [one, two] : [two, one];
      return { key: uuidv7(), kind: "principal_due", on: DAY, postings: [debit("principal", 2n, from), debit("principal", 1n, to), credit("due_to_investor", 1n, to), credit("due_to_investor", 2n, from)] }; // oxfmt-ignore
    };
    const works = Array.from({ length: 50 }, (_, n) => post(n % 5 ? move(n) : both(n)));
    expect((await outcomes(works)).failures).toEqual([]);
    expect(await readBalance("principal", one.subjectId)).toBe(-1_000n - 10n + 60n);
    expect(await readBalance("principal", two.subjectId)).toBe(-1_000n + 60n);
    expect(await readBalance("bank", BANK_ACCOUNT)).toBe(before.bank + 50n);
    expect(await readBalance("unallocated_receipts")).toBe(before.due - 40n);
    const { postings } = await listAccountPostings("principal", one.subjectId, { limit: 100 });
    let balance = 0n;
    for (const posting of postings.toReversed()) {
      balance += posting.amount;
      expect(posting.balanceAfter).toBe(balance);
    }
  });

  it("create the accounts of a new investment once", async () => {
    const investment = newInvestment();
    await post(receipt(50n));
    const works = Array.from({ length: 50 }, () => post(allocation(1n, investment)));
    expect((await outcomes(works)).failures).toEqual([]);
    expect(await db.ledgerAccount.count({ where: { subjectId: investment.subjectId } })).toBe(1);
    expect(await readBalance("principal", investment.subjectId)).toBe(-50n);
  });
});

describe("reversing entries", () => {
  const postAs = async (entry: EntryInput) => {
    const actId = uuidv7();
    return { actId, id: (await post({ ...entry, actId })).id };
  };
  const reverse = (actId: string) => transaction((tx) => reverseActs(tx, [actId], uuidv7()));

  it("reverse the entries of an act once, however many callers request it", async () => {
    const before = await readBalance("bank", BANK_ACCOUNT);
    const { actId, id } = await postAs(receipt(11n));
    const { failures } = await outcomes(Array.from({ length: 20 }, () => reverse(actId)));
    expect(failures).toEqual([]);
    expect(await readBalance("bank", BANK_ACCOUNT)).toBe(before);
    await reverse(actId);
    expect(await db.ledgerEntry.count({ where: { reversesId: id } })).toBe(1);
  });

  it("are refused if the investor no longer has the money", async () => {
    const investment = newInvestment();
    await post(receipt(30n));
    const { actId } = await postAs(allocation(30n, investment));
    await post({ key: uuidv7(), kind: "principal_due", on: DAY, postings: [debit("principal", 1n, investment), credit("due_to_investor", 1n, investment)] }); // oxfmt-ignore
    await expect(reverse(actId)).rejects.toEqual(conflict);
  });
});

describe("the database itself", () => {
  const accountOf = async (name: AccountName) =>
    (
      await db.ledgerAccount.findFirstOrThrow({
        where: { name, subjectId: name === "bank" ? BANK_ACCOUNT : null },
      })
    ).id;
  const insertEntry = (id: string, count: number, reverses: string | null = null) =>
    owner.query(
      "INSERT INTO ledger_entries (id, key, kind, on_day, count, reverses_id) VALUES ($1, $2, $3, '2026-11-26', $4, $5)",
      [id, uuidv7(), reverses ? "reversal" : "receipt", count, reverses],
    );
  const insertPosting = (entryId: string, accountId: string, amount: number) =>
    owner.query(
      "INSERT INTO ledger_postings (account_id, entry_id, amount, ordinal, balance_after) VALUES ($1, $2, $3, 77, 77)",
      [accountId, entryId, amount],
    );
  /** Runs statements as the owner of the tables in one transaction. */
  const inTransaction = async (work: () => Promise<unknown>) => {
    await owner.query("BEGIN");
    try {
      await work();
      await owner.query("COMMIT");
    } catch (error) {
      await owner.query("ROLLBACK");
      throw error;
    }
  };
  let bank: string;
  let unallocated: string;
  beforeAll(async () => {
    await post(receipt(100n));
    [bank, unallocated] = [await accountOf("bank"), await accountOf("unallocated_receipts")];
  });

  it.each<[string, number, number[]]>([
    ["that does not sum to zero", 2, [5, -4]],
    ["with fewer postings than it says", 3, [5, -5]],
    ["without postings", 2, []],
  ])("refuses an entry %s", async (_, count, amounts) => {
    const id = uuidv7();
    const insert = inTransaction(async () => {
      await insertEntry(id, count);
      for (const [n, amount] of amounts.entries()) await insertPosting(id, n ? unallocated : bank, amount);
    });
    await expect(insert).rejects.toThrow("does not balance");
    expect(await db.ledgerEntry.count({ where: { id } })).toBe(0);
  });

  it("refuses one posting, a posting of zero and two of the same account", async () => {
    await expect(inTransaction(() => insertEntry(uuidv7(), 1))).rejects.toThrow("ledger_entries_count");
    const id = uuidv7();
    const add = (amount: number, times: number) =>
      inTransaction(async () => {
        await insertEntry(id, 2);
        for (let n = 0; n < times; n += 1) await insertPosting(id, bank, amount);
      });
    await expect(add(0, 1)).rejects.toThrow("ledger_postings_amount");
    await expect(add(1, 2)).rejects.toThrow("ledger_postings_entry_id_account_id_key");
  });

  it("refuses to add postings to an older entry, even balanced ones", async () => {
    const { id } = await post(receipt(3n));
    const principalOf = async () => {
      const { subjectId } = await invest(50n);
      return (await db.ledgerAccount.findFirstOrThrow({ where: { subjectId } })).id;
    };
    const [one, two] = [await principalOf(), await principalOf()];
    const add = inTransaction(async () => {
      await insertPosting(id, one, 5);
      await insertPosting(id, two, -5);
    });
    await expect(add).rejects.toThrow("does not balance");
  });

  it("refuses a reversal that is not the opposite", async () => {
    const { id } = await post(receipt(4n));
    const add = (amount: number) => {
      const reversal = uuidv7();
      return inTransaction(async () => {
        await insertEntry(reversal, 2, id);
        await insertPosting(reversal, bank, -amount);
        await insertPosting(reversal, unallocated, amount);
      });
    };
    await expect(add(3)).rejects.toThrow("is not the opposite");
    await expect(add(-4)).rejects.toThrow("is not the opposite");
    await expect(add(4)).resolves.toBeUndefined();
    await expect(add(4)).rejects.toThrow("ledger_entries_reverses_id_key");
  });

  it("runs the functions of its postings for no other table", async () => {
    const before = await readBalance("bank", BANK_ACCOUNT);
    const table = "CREATE TEMPORARY TABLE own (account_id uuid, amount bigint)";
    const attack = async (client: pg.Client) => {
      await client.query(
        `CREATE TRIGGER own AFTER INSERT ON own REFERENCING NEW TABLE AS new_rows
         FOR EACH STATEMENT EXECUTE FUNCTION ledger_add_to_balances()`,
      );
      await client.query("INSERT INTO own VALUES ($1, 5)", [bank]);
    };
    const number = `CREATE TRIGGER other BEFORE INSERT ON own FOR EACH ROW EXECUTE FUNCTION ledger_number_posting()`;
    await expect(app.query(table)).rejects.toThrow("permission denied to create temporary tables");
    const { rows } = await owner.query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
    await owner.query(`GRANT TEMPORARY ON DATABASE ${rows[0]!.name} TO seedline_app`);
    try {
      await app.query(table);
      await expect(attack(app)).rejects.toThrow("permission denied for function ledger_add_to_balances");
      await expect(app.query(number)).rejects.toThrow("permission denied for function ledger_number_posting");
      await owner.query(table);
      await expect(attack(owner)).rejects.toThrow("own is not the table of postings");
      await owner.query(`DROP TRIGGER own ON own; ${number}`);
      await expect(owner.query("INSERT INTO own VALUES ($1, 5)", [bank])).rejects.toThrow(
        "own is not the table",
      );
    } finally {
      await owner.query(`REVOKE TEMPORARY ON DATABASE ${rows[0]!.name} FROM seedline_app`);
      for (const client of [app, owner]) await client.query("DROP TABLE IF EXISTS pg_temp.own");
    }
    expect(await readBalance("bank", BANK_ACCOUNT)).toBe(before);
  });

  it("computes the position and running balance of a posting itself", async () => {
    const [id, before] = [uuidv7(), await readBalance("bank", BANK_ACCOUNT)];
    await inTransaction(async () => {
      await insertEntry(id, 2);
      await insertPosting(id, bank, 6);
      await insertPosting(id, unallocated, -6);
    });
    const row = await db.ledgerPosting.findFirstOrThrow({ where: { entryId: id, accountId: bank } });
    expect(row.balanceAfter).toBe(before + 6n);
    expect(row.ordinal).toBe((await db.ledgerAccount.findUniqueOrThrow({ where: { id: bank } })).count);
  });

  it.each([
    "UPDATE ledger_entries SET kind = 'payout'",
    "DELETE FROM ledger_entries",
    "TRUNCATE ledger_entries CASCADE",
    "UPDATE ledger_postings SET amount = amount + 1",
    "DELETE FROM ledger_postings",
    "TRUNCATE ledger_postings",
    "UPDATE ledger_accounts SET balance = 0",
    "UPDATE ledger_accounts SET owner_id = NULL",
    "DELETE FROM ledger_accounts",
    "TRUNCATE ledger_accounts CASCADE",
    "INSERT INTO ledger_accounts (id, name, type, subject_id, balance) VALUES (gen_random_uuid(), 'bank', 'asset', gen_random_uuid(), 5)",
  ])("refuses even its owner: %s", async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow("is append-only");
  });

  it.each(["ledger_entries", "ledger_postings", "ledger_accounts"])(
    "gives the application no right to change %s",
    async (table) => {
      const column = table === "ledger_postings" ? "amount" : "id";
      for (const statement of [
        `UPDATE ${table} SET ${column} = ${column}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ])
        await expect(app.query(statement)).rejects.toThrow("permission denied");
      await expect(app.query(`SELECT * FROM ${table} FOR UPDATE`)).rejects.toThrow("permission denied");
    },
  );
});

describe("reading the ledger", () => {
  it("returns nothing for accounts without postings", async () => {
    expect(await readBalance("principal", uuidv7())).toBe(0n);
    expect(await readOwnerTotals(uuidv7())).toEqual({});
    for (const page of [
      await listOwnerPostings(uuidv7(), { limit: 5 }),
      await listAccountPostings("principal", uuidv7(), { limit: 5 }),
    ])
      expect(page).toEqual({ postings: [], next: null });
  });

  it("pages through the postings of an investor and of an account, each of them once", async () => {
    const { ownerId } = newInvestment();
    const [one, two] = [newInvestment(ownerId), newInvestment(ownerId)];
    await post(receipt(100n));
    const amounts = [1n, 2n, 3n, 4n, 5n, 6n, 7n];
    for (const amount of amounts) await post(allocation(amount, amount % 2n ? one : two));
    const readAll = async (
      read: (after: string | null) => Promise<{ postings: { amount: bigint }[]; next: string | null }>,
    ) => {
      const found: bigint[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(after);
        expect(page.postings.length).toBeLessThanOrEqual(2);
        found.push(...page.postings.map(({ amount }) => -amount));
        after = page.next;
      } while (after);
      return found;
    };
    expect(await readAll((after) => listOwnerPostings(ownerId, { after, limit: 2 }))).toEqual(
      amounts.toReversed(),
    );
    expect(
      await readAll((after) => listAccountPostings("principal", one.subjectId, { after, limit: 2 })),
    ).toEqual([7n, 5n, 3n, 1n]);
  });

  it("sums all accounts of a name in the trial balance, before and after its rows are compacted", async () => {
    const sums = async () => {
      const rows = await db.ledgerAccount.groupBy({ by: "name", _sum: { balance: true } });
      return new Map(rows.map(({ name, _sum }) => [name, _sum.balance]));
    };
    const expected = await sums();
    const check = async () => {
      const rows = await readTrialBalance();
      expect(rows.map(({ account }) => account)).toEqual(Object.keys(chart));
      for (const { account, debit: left, credit: right } of rows)
        expect([account, left - right]).toEqual([account, expected.get(account) ?? 0n]);
      expect(rows.reduce((sum, row) => sum + row.debit - row.credit, 0n)).toBe(0n);
    };
    await check();
    await Promise.all([compactTotals(0), compactTotals(0)]);
    await check();
    expect(await db.ledgerTotalDelta.count()).toBeLessThanOrEqual(Object.keys(chart).length);
  });
});
