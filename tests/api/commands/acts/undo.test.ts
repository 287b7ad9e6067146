import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { bookLine, ignoreLine, refundLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { recordReceipt, refundPartlyPaid } from "@/lib/bank/manual-receipts";
import { getLine } from "@/lib/bank/queries";
import type { CsvMapping } from "@/lib/bank/readers/csv-mapping-schema";
import { undoAct } from "@/lib/corrections/undo";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { cancelInvestment, requestInvestment } from "@/lib/investments/commands";
import { readBalance, readSubjectTotals } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { postDueInvestments } from "@/lib/investments/posting";
import type { Viewer } from "@/lib/viewer";
import { lastActAbout, undo, undoLast } from "../../../support/acts";
import { auditEventsFor, createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { importIntoNewAccount } from "../../../support/statements";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";

/** Undoing acts of money (ADR 44). */
const mapping: CsvMapping = {
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 2,
  bankReference: 3,
};
const today = lagosDay();
const N = 100_000_00n;
const conflict = { code: "CONFLICT" };
const reason = { reason: "typing_error", note: "A zero too many" } as const;
const unique = () => `FT${uuidv7().toUpperCase()}`;

let staff: Viewer;
let confirmer: Viewer;
let investor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, confirmer, plan] = [await reviewer(), await reviewer(true), await openPlan()];
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

const request = (amount = N, by = investor, of = plan) =>
  requestInvestment(by, { ...requestBody(of, String(amount)), accepted: true });
const fileOf = (...lines: { amount: string; reference?: string }[]) => ({
  name: "statement.csv",
  bytes: Buffer.from(
    [
      "Date,Amount,Narration,Reference",
      ...lines.map(({ amount, reference = unique() }) => [today, amount, "transfer", reference].join()),
    ].join("\n"),
  ),
});
/** Imports a file. Returns the ids of its lines. */
async function load(...lines: { amount: string; reference?: string }[]): Promise<string[]> {
  const { _id: importId } = await importIntoNewAccount(staff, fileOf(...lines), mapping);
  const rows = await db.statementLine.findMany({ where: { importId }, orderBy: { id: "asc" } });
  return rows.map(({ id }) => id);
}
const loadOne = async (amount: string) => (await load({ amount }))[0]!;
const match = (id: string, reference: string, amount: bigint) =>
  matchLine(staff, id, { parts: [{ reference, amount: String(amount) }] });
const totals = async (id: string) => (await readSubjectTotals([id])).get(id) ?? {};
const rowOf = (id: string) => db.investment.findUniqueOrThrow({ where: { id } });
const stateOf = async (id: string) => (await rowOf(id)).state;
const dueOf = (lineId: string) => db.amountDue.count({ where: { lineId, state: "due" } });
const undone = (id: string) => undoLast(staff, confirmer, id);
const takenOf = async ({ id }: SamplePlan) => (await db.plan.findUniqueOrThrow({ where: { id } })).taken;

describe("undoing a match", () => {
  it("makes the investment and the line pending again, ready to be matched", async () => {
    const [investment, right] = [await request(), await request()];
    const id = await loadOne("100000.50");
    const taken = await takenOf(plan);
    for (let round = 1; round <= 2; round += 1) {
      await match(id, investment.reference, N + 50n);
      expect([await stateOf(investment._id), await dueOf(id)]).toEqual(["active", 1]);
      await undone(id);
      expect(await getLine(id)).toMatchObject({
        state: "waiting",
        actId: null,
        investments: [],
        decision: null,
      });
      expect(await totals(investment._id)).toEqual({ unallocated_receipts: 0n, received: 0n, principal: 0n });
    }
    const row = await rowOf(investment._id);
    expect(row).toMatchObject({ state: "requested", paidOn: null, startOn: null, nextDueOn: null });
    expect(row.expiresAt.getTime()).toBeGreaterThan(Date.now() + 13.99 * 86_400_000);
    expect([await dueOf(id), await takenOf(plan)]).toEqual([0, taken]);
    expect((await emailsFor(investor.userId)).at(-1)).toMatchObject({
      template: "receiptUndone",
      text: expect.stringContaining("₦100,000 is outstanding for your investment.") as string,
    });
    await match(id, right.reference, N + 50n);
    expect([await stateOf(investment._id), await stateOf(right._id)]).toEqual(["requested", "active"]);
  });

  it("needs another administrator, because it made money due", async () => {
    const investment = await request();
    const id = await loadOne("100000");
    await match(id, investment.reference, N);
    const { id: actId } = await lastActAbout(id);
    const asked = await undoAct(staff, actId, reason).catch((error: unknown) => error);
    expect(asked).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    expect(await stateOf(investment._id)).toBe("active");
    const { id: proposalId } = await db.proposal.findFirstOrThrow({ where: { subject: actId } });
    await expect(confirmProposal(staff, proposalId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await confirmProposal(confirmer, proposalId);
    expect(await stateOf(investment._id)).toBe("requested");
    expect(await db.moneyAct.findFirstOrThrow({ where: { undoesId: actId } })).toMatchObject({
      actorId: staff.userId,
      confirmedById: confirmer.userId,
      reason: "typing_error",
    });
    expect(await auditEventsFor(actId)).toMatchObject([
      { action: "money_act.undone", data: { kind: "match", confirmedBy: confirmer.userId } },
    ]);
  });

  it("of a late receipt removes its refund only; of several investments it reverses each allocation", async () => {
    const [cancelled, one, two] = [await request(), await request(), await request()];
    await cancelInvestment(investor, cancelled._id);
    const [late, split] = [await loadOne("100000"), await loadOne("200000")];
    await match(late, cancelled.reference, N);
    await undone(late);
    expect([await dueOf(late), await stateOf(cancelled._id)]).toEqual([0, "cancelled"]);
    await matchLine(staff, split, {
      parts: [one, two].map(({ reference }) => ({ reference, amount: String(N) })),
    });
    await undone(split);
    expect([await stateOf(one._id), await stateOf(two._id)]).toEqual(["requested", "requested"]);
  });

  it("is refused while a later act depends on it, which it names; that one is undone first", async () => {
    const investment = await request();
    const [part, rest] = [await loadOne("40000"), await loadOne("60000")];
    await match(part, investment.reference, 40_000_00n);
    await match(rest, investment.reference, 60_000_00n);
    const later = await lastActAbout(rest);
    await expect(undone(part)).rejects.toMatchObject({
      ...conflict,
      message: expect.stringMatching(
        /^"Receipt matched" of .* depends on this\. Undo that first\.$/,
      ) as string,
      details: { data: { actId: later.id } },
    });
    await undone(rest);
    await undone(part);
    expect(await totals(investment._id)).toMatchObject({ received: 0n, principal: 0n });
  });

  it("succeeds once for five administrators at the same moment", async () => {
    const id = await loadOne("3");
    await ignoreLine(staff, id, "Booked and reversed");
    const { id: actId } = await lastActAbout(id);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => undoAct(staff, actId, reason)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await getLine(id)).toMatchObject({ state: "waiting" });
  });

  it("reverses instalments that were posted since, and tells the investor", async () => {
    const investment = await request();
    const id = await loadOne("100000");
    await match(id, investment.reference, N);
    const started = "2025-01-02";
    await db.$executeRaw`UPDATE investments SET paid_on = ${started}::date, start_on = ${started}::date, next_due_on = '2025-02-02'
      WHERE id = ${investment._id}::uuid`;
    await postDueInvestments();
    expect(await totals(investment._id)).toMatchObject({ received: 0n });
    expect(-(await readBalance("due_to_investor", investment._id))).toBeGreaterThan(0n);
    await undone(id);
    expect(await stateOf(investment._id)).toBe("requested");
    expect(await readBalance("due_to_investor", investment._id)).toBe(0n);
    const followers = { kind: "instalment", subjects: { some: { id: investment._id } } };
    expect(await db.moneyAct.count({ where: { undoes: followers } })).toBe(1);
  });
});

describe("undoing other decisions", () => {
  it("about lines makes them pending again: ignored, booked, refunded", async () => {
    const before = await Promise.all(
      (["ignored_lines", "general_ledger", "unallocated_receipts"] as const).map((name) => readBalance(name)),
    );
    const [ignored, booked, charge, refunded] = await load(
      { amount: "11" },
      { amount: "12" },
      { amount: "-13" },
      { amount: "14" },
    );
    await ignoreLine(staff, ignored!, "Booked and reversed");
    await bookLine(staff, booked!, { as: "transfer" });
    await bookLine(staff, charge!, { as: "transfer" });
    await refundLine(staff, refunded!);
    for (const id of [ignored!, booked!, charge!]) await undoAct(staff, (await lastActAbout(id)).id, reason);
    await undone(refunded!);
    for (const id of [ignored!, booked!, charge!, refunded!])
      expect(await getLine(id)).toMatchObject({ state: "waiting", note: null });
    expect(await dueOf(refunded!)).toBe(0);
    const after = await Promise.all(
      (["ignored_lines", "general_ledger", "unallocated_receipts"] as const).map((name) => readBalance(name)),
    );
    expect(after.map((balance, index) => balance - before[index]!)).toEqual([0n, 0n, -37_00n]);
  });

  it("of a manual receipt with a zero too many: its refund is gone, and the reference can be used again", async () => {
    const [investment, bankReference] = [await request(), unique()];
    const record = (amount: bigint) =>
      recordReceipt(staff, investment._id, { bankReference, amount: String(amount), receivedOn: today });
    const before = await readBalance("expected_receipts");
    await record(N * 10n);
    await undone(investment._id);
    expect([await stateOf(investment._id), await readBalance("expected_receipts")]).toEqual([
      "requested",
      before,
    ]);
    expect(await db.amountDue.count({ where: { investmentId: investment._id, state: "due" } })).toBe(0);
    await record(N);
    expect([await stateOf(investment._id), await readBalance("expected_receipts")]).toEqual([
      "active",
      before + N,
    ]);
  });

  it("of a partly paid investment that was cancelled", async () => {
    const investment = await request();
    const id = await loadOne("40000");
    await match(id, investment.reference, 40_000_00n);
    await refundPartlyPaid(staff, investment._id);
    await undone(investment._id);
    expect(await stateOf(investment._id)).toBe("requested");
    expect(await totals(investment._id)).toMatchObject({ received: -40_000_00n });
    expect(await db.amountDue.count({ where: { investmentId: investment._id, state: "due" } })).toBe(0);
  });

  it("of an import withdraws its lines; the file can be imported again, and finds a manual receipt again", async () => {
    const [investment, reference] = [await request(), unique()];
    await recordReceipt(staff, investment._id, {
      bankReference: reference,
      amount: String(N),
      receivedOn: today,
    });
    const before = await readBalance("expected_receipts");
    const file = fileOf({ amount: "100000", reference }, { amount: "21" });
    for (let round = 0; round < 2; round += 1) {
      const { _id: importId, ...counts } = await importIntoNewAccount(staff, file, mapping);
      expect(counts).toEqual({ count: 2, added: 2, byHand: 1, byRule: 0 });
      expect(await readBalance("expected_receipts")).toBe(before - N);
      await undone(importId);
      expect(await readBalance("expected_receipts")).toBe(before);
      expect(await db.statementLine.count({ where: { importId, state: "withdrawn" } })).toBe(2);
    }
    expect(await stateOf(investment._id)).toBe("active");
  });

  it("is refused twice, for investors, and for acts on which others rely", async () => {
    const investment = await request();
    await expect(undone(investment._id)).rejects.toMatchObject({
      ...conflict,
      message: expect.stringContaining("cannot be undone by itself") as string,
    });
    const id = await loadOne("4");
    await ignoreLine(staff, id, "Booked and reversed");
    const { id: actId } = await lastActAbout(id);
    await expect(undoAct(investor, actId, reason)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await undoAct(staff, actId, reason);
    await expect(undoAct(staff, actId, reason)).rejects.toMatchObject(conflict);
    await expect(undoAct(staff, uuidv7(), reason)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(undo(staff, confirmer, actId)).rejects.toMatchObject(conflict);
  });
});
