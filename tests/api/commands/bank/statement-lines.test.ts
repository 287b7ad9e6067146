import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookLine, ignoreLine, refundLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { importStatement } from "@/lib/bank/import";
import { previewStatement } from "@/lib/bank/preview";
import { recordReceipt, refundPartlyPaid } from "@/lib/bank/manual-receipts";
import { getLine, listLines, listMatchChoices } from "@/lib/bank/queries";
import type { CsvMapping } from "@/lib/bank/readers/csv-mapping-schema";
import { queueRefund } from "@/lib/ledger/dues";
import type { LineFilter } from "@/lib/bank/schema";
import { lagosDay } from "@/lib/dates";
import { db, lockUsers, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { cancelInvestment, expireInvestments, requestInvestment } from "@/lib/investments/commands";
import { getInvestment } from "@/lib/investments/queries";
import { allowsDirection, categories, categoryNames } from "@/lib/ledger/category-rules";
import { readBalance, readSubjectTotals } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { AdvisoryLock, lock, tryLockShared } from "@/lib/locks";
import { proposeBatch } from "@/lib/payouts/commands";
import { matchPayouts, rejectPayout } from "@/lib/payouts/settlement";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { lastActAbout, undoLast } from "../../../support/acts";
import { until } from "../../../support/api";
import { newBankAccount } from "../../../support/bank-accounts";
import { importIntoNewAccount } from "../../../support/statements";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";

/** Bank statements (product 10.32): imports, and decisions about their lines. */
const mapping: CsvMapping = {
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 3,
  bankReference: 4,
};
const today = lagosDay();
const N = 100_000_00n;

interface Booked {
  amount: string;
  narration?: string;
  sender?: string;
  reference?: string;
  on?: string;
}
const file = (...lines: Booked[]) => ({
  name: "statement.csv",
  bytes: Buffer.from(
    [
      "Date,Amount,Narration,Sender,Reference",
      ...lines.map(({ on = today, amount, narration = "transfer", sender = "", reference = "" }) =>
        [on, amount, narration, sender, reference].join(","),
      ),
    ].join("\n"),
  ),
});
const unique = () => `FT${uuidv7().toUpperCase()}`;

let staff: Viewer;
let confirmer: Viewer;
let investor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  staff = await reviewer();
  confirmer = await reviewer(true);
  plan = await openPlan();
});
beforeEach(async () => {
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  investor = await viewerOf(await createUser(spec));
});
afterAll(async () => {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  expect(problems).toEqual([]);
});

const request = (amount = N, by = investor) =>
  requestInvestment(by, { ...requestBody(plan, String(amount)), accepted: true });
const load = async (...lines: Booked[]) => {
  const { _id: importId, ...counts } = await importIntoNewAccount(staff, file(...lines), mapping);
  const rows = await db.statementLine.findMany({ where: { importId }, orderBy: { id: "asc" } });
  return { counts, ids: rows.map(({ id }) => id), importId };
};
/** Imports one line. */
const loadOne = async (line: Booked) => {
  const { ids } = await load({ reference: unique(), ...line });
  expect(ids).toHaveLength(1);
  return ids[0]!;
};
const match = (id: string, reference: string, amount: bigint) =>
  matchLine(staff, id, { parts: [{ reference, amount: String(amount) }] });
const totals = async (id: string) => (await readSubjectTotals([id])).get(id) ?? {};
const stateOf = async (id: string) => (await db.investment.findUniqueOrThrow({ where: { id } })).state;
/** Returns the kinds of entries posted for a line. */
const receiptsOf = async (lineId: string) => {
  const acts = await db.moneyAct.findMany({ where: { subjects: { some: { id: lineId } } } });
  const ofLine = acts.filter(({ kind }) => kind !== "import").map(({ id }) => id);
  const entries = await db.ledgerEntry.findMany({
    where: { OR: [{ key: { endsWith: lineId } }, { actId: { in: ofLine } }] },
    orderBy: { id: "asc" },
  });
  return entries.map(({ kind }) => kind);
};
const conflict = { code: "CONFLICT" };
const filtersOf = async (id: string) => {
  const found: LineFilter[] = [];
  for (const filter of ["exact", "check", "little", "much", "late", "unknown", "outgoing", "done"] as const)
    if ((await listLines({ filter, limit: 50 })).lines.some(({ _id }) => _id === id)) found.push(filter);
  return found;
};

describe("an import", () => {
  it("stores the lines sealed, and posts a receipt for received money", async () => {
    const [reference, secret] = [unique(), `Zubairu ${uuidv7()}`];
    const lines = [
      { amount: "1500.25", narration: `from ${secret}`, sender: secret, reference },
      { amount: "-20", narration: "bank charge", reference: unique() },
    ];
    const { counts, ids, importId } = await load(...lines);
    expect(counts).toEqual({ count: 2, added: 2, byHand: 0, byRule: 0 });
    expect([await receiptsOf(ids[0]!), await receiptsOf(ids[1]!)]).toEqual([["receipt"], ["payment"]]);
    expect(await getLine(ids[0]!)).toMatchObject({
      on: today,
      amount: "150025",
      narration: `from ${secret}`,
      counterparty: secret,
      bankReference: reference,
      state: "waiting",
      proposal: null,
    });
    const [stored] = await db.$queryRaw<{ text: string }[]>`
      SELECT l::text AS text FROM statement_lines AS l WHERE id = ${ids[0]!}::uuid`;
    expect(stored!.text).not.toContain("Zubairu");
    expect(await auditEventsFor(importId)).toMatchObject([
      { actorId: staff.userId, action: "statement.imported", data: { count: 2, added: 2 } },
    ]);
    expect([await filtersOf(ids[0]!), await filtersOf(ids[1]!)]).toEqual([["unknown"], ["outgoing"]]);
  });

  it("repeated in parallel is stored once", async () => {
    const lines = Array.from({ length: 20 }, () => ({ amount: "7", reference: unique() }));
    const options = { bankAccountId: await newBankAccount(), closing: "0" };
    const importAgain = () => importStatement(staff, file(...lines), mapping, options);
    const results = await Promise.allSettled(Array.from({ length: 4 }, importAgain));
    const added = results.map((result) =>
      result.status === "fulfilled" ? result.value.added : (result.reason as { code: string }).code,
    );
    // The others are refused while it is running, or find nothing new.
    expect(added.filter((each) => each === 20)).toHaveLength(1);
    expect(added.every((each) => each === 20 || each === 0 || each === "CONFLICT")).toBe(true);
    expect((await importAgain()).added).toBe(0);
    const references = lines.map(({ reference }) => reference);
    expect(await db.statementLine.count({ where: { bankReference: { in: references } } })).toBe(20);
  });

  it("blocks neither its administrator nor other receipts before it writes", async () => {
    const importing = await transaction(async (tx) => {
      await lock(tx, AdvisoryLock.statementImport);
      const running = load({ amount: "1", reference: unique() });
      const isRunning = async () => {
        const [row] = await db.$queryRaw<{ n: number }[]>`
          SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%pg_try_advisory_xact_lock(%' AND state <> 'idle' AND pid <> pg_backend_pid()`;
        return row!.n > 0;
      };
      await until(isRunning, "the import to begin");
      await lockUsers(tx, staff.userId);
      expect(await tryLockShared(tx, AdvisoryLock.manualReceipts)).toBe(true);
      return { running };
    });
    expect((await importing.running).counts.added).toBe(1);
  });

  it("of a file with a wrong line stores nothing, and names the line", async () => {
    const reference = unique();
    const before = await db.statementImport.count();
    const broken = file({ amount: "1", reference }, { amount: "1.005", reference: unique() });
    await expect(importIntoNewAccount(staff, broken, mapping)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: { errors: [{ path: "file", message: 'Line 3: "1.005" is not a valid amount' }] },
    });
    expect(await db.statementImport.count()).toBe(before);
    expect(await db.statementLine.count({ where: { bankReference: reference } })).toBe(0);
  });

  it("that fails in the middle stores nothing", async () => {
    const lines = Array.from({ length: 1_500 }, () => ({ amount: "1", reference: unique() }));
    // The mapping is stored after the lines and their receipts, and this one cannot be.
    const broken = { ...mapping, itself: {} };
    broken.itself = broken;
    const options = { bankAccountId: await newBankAccount(), closing: "0" };
    await expect(importStatement(staff, file(...lines), broken, options)).rejects.toThrow();
    const references = lines.map(({ reference }) => reference);
    expect(await db.statementLine.count({ where: { bankReference: { in: references } } })).toBe(0);
    expect(await readBalance("bank", options.bankAccountId)).toBe(0n);
  });

  it("is refused for a statement of another account, and to callers who are not administrators", async () => {
    await expect(importIntoNewAccount(investor, file({ amount: "1" }), mapping)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const mt940 = [
      ":20:STATEMENT",
      ":25:9999999999",
      ":28C:1/1",
      ":60F:C261101NGN0,00",
      ":61:2611021102C1,00NTRFNONREF//B1",
      ":86:test",
      ":62F:C261130NGN1,00",
    ].join("\n");
    const otherFile = { name: "a.sta", bytes: Buffer.from(mt940) };
    await expect(importIntoNewAccount(staff, otherFile, null)).rejects.toMatchObject({
      details: { errors: [{ message: expect.stringContaining("9999999999") as string }] },
    });
  });

  it("remembers the mapping and the account, and a preview stores nothing", async () => {
    const heading = `Text ${uuidv7()}`;
    const ownFile = (amount: string) => ({
      name: "a.csv",
      bytes: Buffer.from(`Date,Amount,${heading}\n${today},${amount},x\n`),
    });
    const own = { date: 0, dateOrder: "ymd", amount: 1, narration: 2 } as const;
    const bankAccountId = await newBankAccount();
    await importStatement(staff, ownFile("1"), own, { bankAccountId, closing: "100" });
    const before = await db.statementLine.count();
    expect(await previewStatement(ownFile("12.5"), null)).toMatchObject({
      format: "csv",
      mapping: own,
      bankAccountId,
      hasBalances: false,
      questions: [{ path: "closing" }],
      problem: null,
      count: 1,
      lines: [{ on: today, amount: "1250" }],
    });
    expect(await db.statementLine.count()).toBe(before);
    const unknown = await previewStatement(file({ amount: "1" }), mapping, { closing: "0" });
    expect(unknown.questions).toMatchObject([{ path: "bankAccountId" }]);
  });
});

describe("a line", () => {
  it("that is exact makes the investment active in one step", async () => {
    const investment = await request();
    const id = await loadOne({ amount: "100000", narration: `NIP ${investment.reference} ADA` });
    const line = await getLine(id);
    expect(line.proposal).toMatchObject({
      reference: investment.reference,
      investor: "Ada Test",
      fit: "exact",
      isExact: true,
    });
    expect(await filtersOf(id)).toEqual(["exact"]);
    const matched = await match(id, investment.reference, N);
    expect(matched).toMatchObject({
      state: "matched",
      investments: [{ _id: investment._id, reference: investment.reference }],
      proposal: null,
    });
    expect(await stateOf(investment._id)).toBe("active");
    expect(await totals(investment._id)).toEqual({
      unallocated_receipts: N,
      received: 0n,
      principal: -N,
    });
    await expect(match(id, investment.reference, N)).rejects.toMatchObject(conflict);
    expect(await filtersOf(id)).toEqual(["done"]);
    expect(await auditEventsFor(id)).toMatchObject([
      { action: "statement_line.matched", data: { investment1: investment._id } },
    ]);
    expect((await emailsFor(investor.userId)).map(({ template }) => template)).toEqual([
      "investmentRequested",
      "investmentActive",
    ]);
  });

  it("of too little waits for the rest, and the line that completes it is exact", async () => {
    const investment = await request();
    const [part, rest] = [
      await loadOne({ amount: "40000", narration: investment.reference }),
      await loadOne({ amount: "60000", narration: investment.reference }),
    ];
    expect([await filtersOf(part), await filtersOf(rest)]).toEqual([["little"], ["little"]]);
    await match(part, investment.reference, 40_000_00n);
    expect(await stateOf(investment._id)).toBe("requested");
    expect(await totals(investment._id)).toEqual({ unallocated_receipts: 40_000_00n, received: -40_000_00n });
    await expect(cancelInvestment(investor, investment._id)).rejects.toMatchObject(conflict);
    expect(await filtersOf(rest)).toEqual(["exact"]);
    await match(rest, investment.reference, 60_000_00n);
    expect(await stateOf(investment._id)).toBe("active");
  });

  it("of too much is invested up to the amount; a duplicate and a late one are refunded in full", async () => {
    const [investment, cancelled] = [await request(), await request()];
    await cancelInvestment(investor, cancelled._id);
    const [much, double, late] = [
      await loadOne({ amount: "100000.01", narration: investment.reference }),
      await loadOne({ amount: "100000", narration: investment.reference }),
      await loadOne({ amount: "100000", narration: cancelled.reference }),
    ];
    expect([await filtersOf(much), await filtersOf(late)]).toEqual([["much"], ["late"]]);
    expect(await match(much, investment.reference, N + 1n)).toMatchObject({ state: "matched" });
    expect(await filtersOf(double)).toEqual(["late"]);
    expect(await match(double, investment.reference, N)).toMatchObject({ state: "matched" });
    expect(await match(late, cancelled.reference, N)).toMatchObject({ state: "matched" });
    const returns = await db.amountDue.findMany({
      where: { userId: investor.userId },
      orderBy: { id: "asc" },
    });
    expect(returns.map(({ amount, state, source, lineId }) => [amount, state, source, lineId])).toEqual([
      [1n, "due", "receipt", much],
      [N, "due", "receipt", double],
      [N, "due", "receipt", late],
    ]);
    expect(await totals(investment._id)).toMatchObject({ principal: -N, received: 0n });
    expect(await totals(cancelled._id)).toEqual({});
  });

  it("is split between several investments, and its allocations add up", async () => {
    const [one, two] = [await request(), await request()];
    const id = await loadOne({ amount: "250000", narration: "two investments" });
    const parts = (first: bigint, second: bigint) => ({
      parts: [
        { reference: one.reference, amount: String(first) },
        { reference: two.reference.toLowerCase(), amount: String(second) },
      ],
    });
    await expect(matchLine(staff, id, parts(N, N))).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await stateOf(one._id)).toBe("requested");
    const line = await matchLine(staff, id, parts(N + 20_000_00n, N + 30_000_00n));
    expect(line.investments).toHaveLength(2);
    expect([await stateOf(one._id), await stateOf(two._id)]).toEqual(["active", "active"]);
    const returns = await db.amountDue.findMany({ where: { lineId: id }, orderBy: { amount: "asc" } });
    const userId = investor.userId;
    expect(returns).toMatchObject([
      { amount: 20_000_00n, investmentId: one._id, userId },
      { amount: 30_000_00n, investmentId: two._id, userId },
    ]);
  });

  it("of someone else is never exact, and its surplus is refunded to the sender", async () => {
    const [invested, late] = [await request(), await request()];
    await cancelInvestment(investor, late._id);
    const name = `Ngozi ${uuidv7().replaceAll(/\d/g, "x")}`;
    await db.bankDetails.updateMany({
      where: { submission: { userId: investor.userId } },
      data: { accountName: name },
    });
    const [id, own] = [
      await loadOne({ amount: "300000", narration: `NIP/KUDA/TUNDE ADEWALE/${invested.reference}` }),
      await loadOne({ amount: "100000", narration: `NIP/KUDA/${name.toUpperCase()}/${invested.reference}` }),
    ];
    expect((await getLine(own)).proposal).toMatchObject({
      by: "reference",
      isExact: true,
      otherSender: null,
    });
    expect((await getLine(id)).proposal).toMatchObject({
      by: "other_sender",
      isExact: false,
      otherSender: "TUNDE ADEWALE",
    });
    // The money is for this investor all the same, so it stops neither its expiry nor its cancellation.
    await expect(cancelInvestment(investor, invested._id)).rejects.toMatchObject(conflict);
    const parts = [
      { reference: invested.reference, amount: String(2n * N) },
      { reference: late.reference, amount: String(N) },
    ];
    await matchLine(staff, id, { parts });
    expect(await stateOf(invested._id)).toBe("active");
    expect(await db.amountDue.findMany({ where: { lineId: id } })).toMatchObject([
      { amount: 2n * N, userId: null, investmentId: null, state: "due" },
    ]);
    const mails = await emailsFor(investor.userId);
    expect(mails.find(({ template }) => template === "investmentActive")!.text).toContain(
      "₦100,000 too much was transferred from an account that is not in your name",
    );
    // Undone, nothing is due to the sender any more.
    await undoLast(staff, confirmer, id);
    expect(await db.amountDue.count({ where: { lineId: id, state: "due" } })).toBe(0);
    // Nor is a refund of the whole line the investor's.
    await refundLine(staff, id);
    expect(await db.amountDue.findMany({ where: { lineId: id, state: "due" } })).toMatchObject([
      { amount: 3n * N, userId: null },
    ]);
  });

  it("that is a little short completes an investment if the difference is accepted as a bank charge", async () => {
    const investment = await request();
    const { _id, reference } = investment;
    const id = await loadOne({ amount: "99950", narration: reference });
    const short = (charge: bigint | null, amount = N - 50_00n) =>
      matchLine(staff, id, {
        parts: [
          { reference, amount: String(amount), ...(charge !== null && { acceptedCharge: String(charge) }) },
        ],
      });
    const [choice] = await listMatchChoices(id, reference);
    expect(choice).toMatchObject({ missing: String(N), maxCharge: "10000" });
    for (const charge of [49_99n, 50_01n, 100_00n])
      await expect(short(charge)).rejects.toMatchObject(conflict);
    // Never by itself.
    await short(null);
    expect(await stateOf(_id)).toBe("requested");
    await undoLast(staff, confirmer, id);
    await short(50_00n);
    expect(await stateOf(_id)).toBe("active");
    expect(await totals(_id)).toEqual({
      unallocated_receipts: N - 50_00n,
      bank_charges: 50_00n,
      received: 0n,
      principal: -N,
    });
    expect((await auditEventsFor(_id)).at(-2)).toMatchObject({
      action: "investment.receipt_recorded",
      data: { isChargeAccepted: true, isComplete: true },
    });
    const mail = (await emailsFor(investor.userId)).findLast(
      ({ template }) => template === "investmentActive",
    )!;
    expect(mail.text).toContain("₦50 less arrived, which we have accepted as a bank charge");
    // The receipt shows what arrived, and the investment its full amount.
    const shown = await getInvestment(investor.userId, _id);
    expect(shown.amount).toBe(String(N));
    const amounts = new Map(shown.entries.map(({ kind, amount }) => [kind, amount]));
    expect(amounts.get("receipt_match")).toBe(String(N - 50_00n));
    expect(amounts.get("allocation")).toBe(String(N));
    // Undone with the match.
    await undoLast(staff, confirmer, id);
    expect(await stateOf(_id)).toBe("requested");
    expect(await totals(_id)).toMatchObject({ bank_charges: 0n, received: 0n, principal: 0n });
  });

  it("that is short by more than the tolerance never completes an investment", async () => {
    const { _id, reference } = await request();
    const id = await loadOne({ amount: "99899.99", narration: reference });
    const part = { reference, amount: String(N - 100_01n), acceptedCharge: "10001" };
    await expect(matchLine(staff, id, { parts: [part] })).rejects.toMatchObject({
      ...conflict,
      message: "At most ₦100 can be accepted as a bank charge, not ₦100.01",
    });
    expect(await stateOf(_id)).toBe("requested");
  });

  it("is matched with an investment that is found by name, reference or amount", async () => {
    const amount = 130_000_00n;
    const { _id, reference } = await request(amount);
    const [first, last] = [`Zubairu${uuidv7().replaceAll(/\d/g, "x")}`, "Okonkwo"];
    await db.user.update({ where: { id: investor.userId }, data: { name: `${first} ${last}` } });
    const id = await loadOne({ amount: "130000", narration: "TRF FRM TUNDE ADEWALE TO SEEDLINE" });
    const find = async (q: string) => (await listMatchChoices(id, q)).map((choice) => choice._id);
    for (const q of [
      "",
      first,
      `${last.toUpperCase()}, ${first}`,
      reference.replaceAll("-", " "),
      "₦130,000",
    ])
      expect(await find(q), q).toContain(_id);
    for (const q of [`${first} Bello`, "SDL-2222-2223", "123457.89", "%", "_"])
      expect(await find(q), q).toEqual([]);
    expect((await listMatchChoices(id, reference))[0]).toMatchObject({
      reference,
      investor: `${first} ${last}`,
      state: "requested",
      missing: String(amount),
      otherSender: "TUNDE ADEWALE",
    });
    await expect(listMatchChoices(uuidv7(), "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("with the references of several investments is never exact, and proposes allocations", async () => {
    const otherUser = await viewerOf(
      await createUser({ role: "investor", investorType: "personal", verification: "approved" }),
    );
    const [one, two, foreign] = [await request(), await request(2n * N), await request(N, otherUser)];
    const narration = `NIP/KUDA//${two.reference} and ${one.reference}/${foreign.reference}`;
    const id = await loadOne({ amount: "350000", narration });
    const line = await getLine(id);
    expect(line.proposal).toMatchObject({ by: "several", isExact: false });
    expect(line.allocations).toEqual([
      { reference: two.reference, amount: String(2n * N) },
      { reference: one.reference, amount: String(N) },
      { reference: foreign.reference, amount: "5000000" },
    ]);
    // Not even if its amount is the outstanding one of an investment.
    const single = await loadOne({ amount: "100000", narration: `${one.reference} ${two.reference}` });
    expect([await filtersOf(id), await filtersOf(single)]).toEqual([["check"], ["check"]]);
    // Every investor's reference is in the line, so one administrator matches it.
    expect(await matchLine(staff, id, { parts: line.allocations })).toMatchObject({ state: "matched" });
    expect([await stateOf(one._id), await stateOf(two._id)]).toEqual(["active", "active"]);
    // A refund of the whole line goes to its only investor.
    await refundLine(staff, single);
    expect(await db.amountDue.findMany({ where: { lineId: single } })).toMatchObject([
      { amount: N, userId: investor.userId },
    ]);
  });

  it("is refunded to the investors whose investments it names, never to an account that an administrator enters", async () => {
    const otherUser = await viewerOf(
      await createUser({ role: "investor", investorType: "personal", verification: "approved" }),
    );
    const [late, lateToo, foreign] = [await request(), await request(), await request(N, otherUser)];
    for (const [by, { _id }] of [
      [investor, late],
      [investor, lateToo],
      [otherUser, foreign],
    ] as const)
      // oxfmt-ignore
      await cancelInvestment(by, _id);
    const id = await loadOne({ amount: "300000" });
    const matched = { parts: [late, lateToo, foreign].map(({ reference }) => ({ reference, amount: String(N) })) }; // oxfmt-ignore
    const owners = async () => {
      const returns = await db.amountDue.findMany({ where: { lineId: id, state: "due" } });
      return returns.map(({ userId, investmentId }) => `${userId} ${investmentId}`).toSorted();
    };
    for (let round = 0; round < 2; round += 1) {
      expect(await matchLine(staff, id, matched)).toMatchObject({ state: "matched" });
      expect(await owners()).toEqual(
        [
          `${investor.userId} ${late._id}`,
          `${investor.userId} ${lateToo._id}`,
          `${otherUser.userId} ${foreign._id}`,
        ].toSorted(),
      );
      await undoLast(staff, confirmer, id);
      expect(await owners()).toEqual([]);
    }
    await matchLine(staff, id, matched);
    const again = { amount: N, investmentId: late._id, userId: investor.userId, lineId: id };
    const { id: actId } = await lastActAbout(id);
    await expect(transaction((tx) => queueRefund(tx, actId, again))).rejects.toThrow();

    const named = await loadOne({ amount: "5", narration: late.reference });
    await refundLine(staff, named);
    const unnamed = await loadOne({ amount: "5", narration: "a gift" });
    await refundLine(staff, unnamed);
    const returns = await db.amountDue.findMany({
      where: { lineId: { in: [named, unnamed] } },
      orderBy: { id: "asc" },
    });
    expect(returns).toMatchObject([
      { userId: investor.userId, investmentId: late._id },
      { userId: null, investmentId: null },
    ]);
    const ownLine = await loadOne({ amount: "6", narration: late.reference });
    await db.user.update({ where: { id: investor.userId }, data: { role: "admin", investorType: "none" } });
    await expect(refundLine(investor, ownLine)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is matched once by ten administrators at the same moment", async () => {
    const investment = await request();
    const id = await loadOne({ amount: "100000", narration: investment.reference });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => match(id, investment.reference, N)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await totals(investment._id)).toMatchObject({ principal: -N, unallocated_receipts: N });
  });

  it("is refused for a wrong reference, and for an outgoing line", async () => {
    const investment = await request();
    const [id, outgoing] = [await loadOne({ amount: "5" }), await loadOne({ amount: "-5" })];
    await expect(match(id, "SDL-2222-2223", 500n)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(match(id, "nonsense", 500n)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(match(outgoing, investment.reference, 500n)).rejects.toMatchObject(conflict);
    await expect(refundLine(staff, outgoing)).rejects.toMatchObject(conflict);
    await expect(match(uuidv7(), investment.reference, 500n)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      matchLine(investor, id, { parts: [{ reference: investment.reference, amount: "500" }] }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("with a mistyped reference or a known name has to be checked", async () => {
    const investment = await request();
    const { reference } = investment;
    const wrong = `${reference.slice(0, -1)}${reference.endsWith("9") ? "8" : "9"}`;
    const name = `Ngozi ${uuidv7().replaceAll(/\d/g, "x")}`;
    const where = { submission: { userId: investor.userId } };
    await db.bankDetails.updateMany({ where, data: { accountName: name } });
    const [mistyped, named] = [
      await loadOne({ amount: "100000", narration: wrong }),
      await loadOne({ amount: "100000", sender: name.split(" ").toReversed().join(" ").toUpperCase() }),
    ];
    expect((await getLine(mistyped)).proposal).toMatchObject({ by: "mistyped", isExact: false });
    expect((await getLine(named)).proposal).toMatchObject({ by: "name", isExact: false, reference });
    expect([await filtersOf(mistyped), await filtersOf(named)]).toEqual([["check"], ["check"]]);
  });

  it("is proposed for the approved names, not for the name that the profile has now", async () => {
    const { reference } = await request();
    const [approved, present] = ["Ngozi", "Zainab"].map(
      (first) => `${first} ${uuidv7().replaceAll(/\d/g, "x")}`,
    );
    const where = { submission: { userId: investor.userId } };
    await db.bankDetails.updateMany({ where, data: { accountName: approved! } });
    await db.user.update({ where: { id: investor.userId }, data: { name: present! } });
    const [byPresent, byApproved] = [
      await loadOne({ amount: "100000", sender: present! }),
      await loadOne({ amount: "100000", sender: approved! }),
    ];
    expect((await getLine(byPresent)).proposal).toBeNull();
    expect((await getLine(byApproved)).proposal).toMatchObject({
      by: "name",
      reference,
      reason: expect.stringContaining("; the profile now has another name") as string,
    });
  });

  it("that belongs to no investment is refunded, ignored or booked, once", async () => {
    const [unknown, mistake, ownLine, charge, tax] = [
      await loadOne({ amount: "5" }),
      await loadOne({ amount: "6" }),
      await loadOne({ amount: "7" }),
      await loadOne({ amount: "-8" }),
      await loadOne({ amount: "-9" }),
    ];
    expect(await refundLine(staff, unknown)).toMatchObject({ state: "returning" });
    expect(await db.amountDue.findMany({ where: { lineId: unknown } })).toMatchObject([
      { amount: 500n, userId: null, state: "due" },
    ]);
    expect(await ignoreLine(staff, mistake, "Booked and reversed")).toMatchObject({
      state: "ignored",
      note: "Booked and reversed",
    });
    expect(await bookLine(staff, ownLine, { as: "transfer" })).toMatchObject({
      state: "matched",
      bookedAs: "transfer",
    });
    await bookLine(staff, charge, { as: "transfer" });
    expect(await auditEventsFor(charge)).toMatchObject([{ data: { bookedAs: "transfer" } }]);
    await bookLine(staff, tax, { as: "tax_payment" });
    expect(await Promise.all([unknown, mistake, ownLine, charge, tax].map(receiptsOf))).toEqual([
      ["receipt"],
      ["receipt", "ignored"],
      ["receipt", "transfer"],
      ["payment", "transfer"],
      ["payment", "tax_payment"],
    ]);
    for (const act of [
      () => refundLine(staff, unknown),
      () => ignoreLine(staff, ownLine, "again"),
      () => bookLine(staff, charge, { as: "transfer" }),
    ])
      await expect(act()).rejects.toMatchObject(conflict);
  });
});

describe("a line booked as a category", () => {
  const cases = categoryNames.flatMap((as) =>
    (["in", "out"] as const).map((direction) => [as, direction] as const),
  );

  it.each(cases)(
    "%s, money %s, posts to the account of the category or is refused",
    async (as, direction) => {
      const id = await loadOne({ amount: direction === "in" ? "7" : "-7" });
      const { account } = categories[as];
      const before = await readBalance(account);
      if (!allowsDirection(as, direction)) {
        await expect(bookLine(staff, id, { as })).rejects.toMatchObject(conflict);
        expect(await receiptsOf(id)).toEqual([direction === "in" ? "receipt" : "payment"]);
        return;
      }
      expect(await bookLine(staff, id, { as, note: "Of November" })).toMatchObject({
        state: "matched",
        bookedAs: as,
        note: "Of November",
      });
      expect((await readBalance(account)) - before).toBe(direction === "in" ? -700n : 700n);
      await undoLast(staff, confirmer, id);
      expect(await readBalance(account)).toBe(before);
      expect(await getLine(id)).toMatchObject({ state: "waiting", bookedAs: null });
    },
  );

  it("stores its note sealed", async () => {
    const id = await loadOne({ amount: "-7" });
    await bookLine(staff, id, { as: "bank_charge", note: "Of November" });
    const act = await db.moneyAct.findUniqueOrThrow({ where: { id: (await lastActAbout(id)).id } });
    expect(act).toMatchObject({ kind: "bank_charge", noteCipher: expect.any(String) as string });
    expect(act.noteCipher).not.toContain("November");
  });
});

describe("a manual receipt", () => {
  const byHand = (id: string, bankReference: string, amount = N) =>
    recordReceipt(staff, id, { bankReference, amount: String(amount), receivedOn: today });

  it("and its later line are one receipt, by the bank's reference or by the investment", async () => {
    const [one, two] = [await request(), await request()];
    const [reference, unrelated] = [unique(), unique()];
    await byHand(one._id, reference);
    await byHand(two._id, unrelated);
    const { counts, ids } = await load(
      { amount: "100000", reference: reference.toLowerCase() },
      { amount: "100000", narration: two.reference, reference: unique() },
      // The same investor again: this is another payment.
      { amount: "100000", narration: two.reference, reference: unique() },
    );
    expect(counts).toEqual({ count: 3, added: 3, byHand: 2, byRule: 0 });
    const lines = await Promise.all(ids.map((id) => getLine(id)));
    expect(lines.map(({ state, isByHand }) => [state, isByHand])).toEqual([
      ["matched", true],
      ["matched", true],
      ["waiting", false],
    ]);
    const replaced = ["receipt", "receipt_correction"];
    expect(await Promise.all(ids.map(receiptsOf))).toEqual([replaced, replaced, ["receipt"]]);
    expect(lines[0]!.investments).toEqual([{ _id: one._id, reference: one.reference }]);
  });

  it("is refused while a line of its amount waits for its investment, and after it was matched that day", async () => {
    const investment = await request();
    const id = await loadOne({ amount: "40000", narration: investment.reference, reference: "" });
    const attempt = () => byHand(investment._id, unique(), 40_000_00n);
    await expect(attempt()).rejects.toMatchObject({
      ...conflict,
      message: expect.stringMatching(/₦40,000 on .* under Payments instead/) as string,
    });
    // Another amount is another payment.
    await byHand(investment._id, unique(), 1_00n);
    await match(id, investment.reference, 40_000_00n);
    await expect(attempt()).rejects.toMatchObject({
      ...conflict,
      message: expect.stringContaining("already matched with this investment") as string,
    });
    expect(await totals(investment._id)).toMatchObject({ received: -40_001_00n });
  });

  it("is refused after its line was imported", async () => {
    const [investment, reference] = [await request(), unique()];
    await loadOne({ amount: "100000", reference });
    await expect(byHand(investment._id, reference)).rejects.toMatchObject(conflict);
    expect(await stateOf(investment._id)).toBe("requested");
  });

  it("of another amount is another payment", async () => {
    const [investment, reference] = [await request(), unique()];
    await byHand(investment._id, reference, 1_00n);
    const { counts } = await load({ amount: "2", reference });
    expect(counts.byHand).toBe(0);
  });
});

describe("an administrator whose password was just reset by email (threat 53)", () => {
  it("makes no decision about money", async () => {
    const recent = await reviewer();
    await db.user.update({ where: { id: recent.userId }, data: { passwordResetAt: new Date() } });
    const [waiting, partly] = [await request(), await request()];
    const [id, matched] = [await loadOne({ amount: "100000" }), await loadOne({ amount: "40000" })];
    await match(matched, partly.reference, 40_000_00n);
    const amount = String(N);
    const acts = {
      importStatement: () =>
        importIntoNewAccount(recent, file({ amount: "1", reference: unique() }), mapping),
      recordReceipt: () =>
        recordReceipt(recent, waiting._id, { bankReference: unique(), amount, receivedOn: today }),
      matchLine: () => matchLine(recent, id, { parts: [{ reference: waiting.reference, amount }] }),
      matchPayouts: () => matchPayouts(recent, id, [uuidv7()]),
      bookLine: () => bookLine(recent, id, { as: "transfer" }),
      refundLine: () => refundLine(recent, id),
      ignoreLine: () => ignoreLine(recent, id, "Booked and reversed"),
      undoAct: () => undoLast(recent, staff, matched),
      refundPartlyPaid: () => refundPartlyPaid(recent, partly._id),
      proposeBatch: () => proposeBatch(recent, { ids: [uuidv7()], total: "1" }),
      rejectPayout: () => rejectPayout(recent, uuidv7()),
    };
    for (const [act, attempt] of Object.entries(acts))
      await expect(attempt(), act).rejects.toMatchObject({ code: "RECENTLY_RESET" });
    expect(await getLine(id)).toMatchObject({ state: "waiting" });
    expect(await stateOf(partly._id)).toBe("requested");
  });
});

describe("money that has arrived", () => {
  it("prevents an investment from expiring and from being cancelled while its line is pending", async () => {
    const investment = await request();
    const id = await loadOne({ amount: "100000", narration: investment.reference });
    await expect(cancelInvestment(investor, investment._id)).rejects.toMatchObject({
      ...conflict,
      message: expect.stringContaining("Money has arrived") as string,
    });
    await db.$executeRaw`UPDATE investments SET requested_at = requested_at - interval '15 days',
      cancel_until = cancel_until - interval '15 days', expires_at = expires_at - interval '15 days'
      WHERE id = ${investment._id}::uuid`;
    await expireInvestments();
    expect(await stateOf(investment._id)).toBe("requested");
    // Once the line is booked as something else, no money has arrived.
    await ignoreLine(staff, id, "Booked and reversed");
    await expireInvestments();
    expect(await stateOf(investment._id)).toBe("expired");
  });

  it("but is less than the amount is refunded by an administrator, who cancels the investment", async () => {
    const investment = await request();
    const lines = [
      await loadOne({ amount: "40000", narration: investment.reference }),
      await loadOne({ amount: "20000", narration: investment.reference }),
    ];
    await match(lines[0]!, investment.reference, 40_000_00n);
    await match(lines[1]!, investment.reference, 20_000_00n);
    await expect(refundPartlyPaid(investor, investment._id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => refundPartlyPaid(staff, investment._id)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stateOf(investment._id)).toBe("cancelled");
    expect(await totals(investment._id)).toEqual({ unallocated_receipts: 0n, received: 0n });
    expect(await db.amountDue.findMany({ where: { investmentId: investment._id } })).toMatchObject([
      { amount: 60_000_00n, state: "due", source: "receipt", userId: investor.userId },
    ]);
    expect((await auditEventsFor(investment._id)).at(-1)).toMatchObject({
      action: "investment.cancelled",
      actorId: staff.userId,
    });
    const mail = (await emailsFor(investor.userId)).at(-1)!;
    expect(mail).toMatchObject({
      template: "investmentCancelled",
      text: expect.stringContaining("We have received ₦60,000 for it. We will refund it") as string,
    });
    // The money of the lines is being refunded, so the lines do not become pending again.
    await expect(undoLast(staff, confirmer, lines[0]!)).rejects.toMatchObject(conflict);
    await expect(refundPartlyPaid(staff, (await request())._id)).rejects.toMatchObject(conflict);
  });
});
