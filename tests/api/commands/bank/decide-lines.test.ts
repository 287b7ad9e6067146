import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listActs } from "@/lib/acts/queries";
import { confirmProposal } from "@/lib/administration/confirmation";
import { matchLine } from "@/lib/bank/match-line";
import { decideLines } from "@/lib/bank/decide-lines";
import { getLine, listLines } from "@/lib/bank/queries";
import type { DecideLinesInput } from "@/lib/bank/schema";
import { endInvestment } from "@/lib/corrections/end-investment";
import { undoAct, undoGroup } from "@/lib/corrections/undo";
import { db } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import type { InvestmentDto } from "@/lib/investments/schema";
import { readBalance } from "@/lib/ledger/queries";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, reviewer, userRow, verifiedInvestor } from "../../../support/accounts";
import { confirmed, lastActAbout } from "../../../support/acts";
import { watchBooks } from "../../../support/books";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { importOneLine } from "../../../support/statements";

/** Decisions about many lines at once (product 10.32, ADR 52). */
const N = 10_000_000n;
const conflict = { code: "CONFLICT" };
const why = { reason: "typing_error", note: "The wrong file" } as const;

let staff: Viewer;
let supervisor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, supervisor] = [await reviewer(), await reviewer(true)];
  plan = await openPlan();
});
let expectSoundBooks: () => Promise<void>;
beforeAll(async () => {
  expectSoundBooks = await watchBooks();
});
afterAll(() => expectSoundBooks());

const request = (by: Viewer) => requestInvestment(by, requestBody(plan, String(N)));

interface Transfer {
  investor: Viewer;
  investment: InvestmentDto;
  line: { _id: string; amount: string };
}

/** Imports a transfer that is exact. */
async function transfer(): Promise<Transfer> {
  const investor = await verifiedInvestor();
  const investment = await request(investor);
  const _id = await importOneLine(staff, N, { text: `Transfer ${investment.reference}` });
  return { investor, investment, line: { _id, amount: String(N) } };
}
const setApprovedName = ({ userId }: Viewer, accountName: string) =>
  db.bankDetails.updateMany({ where: { submission: { userId } }, data: { accountName } });

/** Imports a transfer without a reference, with the approved name of an investor and the amount of their investment. */
async function transferByName(): Promise<Transfer> {
  const investor = await verifiedInvestor();
  const name = `Ngozi ${uuidv7().replaceAll(/\d/g, "x")}`;
  await setApprovedName(investor, name);
  const investment = await request(investor);
  const _id = await importOneLine(staff, N, { text: `NIP/${name.toUpperCase()}/X` });
  return { investor, investment, line: { _id, amount: String(N) } };
}

const importLine = async (amount: bigint) => ({
  _id: await importOneLine(staff, amount),
  amount: String(amount),
});

const match = (lines: DecideLinesInput["lines"], viewer = staff) =>
  decideLines(viewer, { lines, decision: { kind: "match", by: "reference" } });
const matchByName = (lines: DecideLinesInput["lines"]) =>
  decideLines(staff, { lines, decision: { kind: "match", by: "name" } });
const statesOf = async (lines: DecideLinesInput["lines"]) => {
  const found = await Promise.all(lines.map(({ _id }) => getLine(_id)));
  return found.map(({ state }) => state);
};
async function proposalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  return ((error as AppError).details.data as { proposalId: string }).proposalId;
}

describe("matching all exact lines", () => {
  it("makes an act of each, in one group", async () => {
    const transfers = [await transfer(), await transfer(), await transfer()];
    const lines = transfers.map(({ line }) => line);
    const { groupId, count, skipped } = await match(lines);
    expect([count, skipped, await statesOf(lines)]).toEqual([3, [], ["matched", "matched", "matched"]]);
    for (const { investment, line } of transfers) {
      expect(await db.investment.findUniqueOrThrow({ where: { id: investment._id } })).toMatchObject({
        state: "active",
      });
      const { acts } = await listActs({ kind: "match", about: line._id, limit: 5 });
      expect(acts).toMatchObject([{ actor: { _id: staff.userId }, group: { _id: groupId, count: 3 } }]);
      expect(await auditEventsFor(line._id)).toMatchObject([
        { action: "statement_line.matched", data: { groupId, investment1: investment._id } },
      ]);
    }
  });

  it("leaves out and names what is not exact now, and does the rest", async () => {
    const [exact, paid, changed, underpaid] = [
      await transfer(),
      await transfer(),
      await transfer(),
      await transfer(),
    ];
    // Paid by another line meanwhile.
    const other = await importOneLine(staff, N);
    const parts = [{ reference: paid.investment.reference, amount: String(N) }];
    await matchLine(staff, other, { parts });
    await decideLines(staff, { lines: [changed.line], decision: { kind: "ignore", reason: "Booked twice" } });
    const short = {
      _id: await importOneLine(staff, N - 100n, { text: underpaid.investment.reference }),
      amount: String(N - 100n),
    };
    const unknown = await importLine(N);
    const missing = { _id: uuidv7(), amount: "1" };
    const lines = [exact.line, paid.line, changed.line, short, unknown, missing];
    const { count, skipped } = await match(lines);
    expect([count, skipped.map(({ _id }) => _id)]).toEqual([
      1,
      [paid.line, changed.line, short, unknown, missing].map(({ _id }) => _id),
    ]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("no longer matches"),
      expect.stringContaining("already been decided"),
      expect.stringContaining("no longer matches"),
      expect.stringContaining("no longer matches"),
      expect.stringContaining("does not exist"),
    ]);
    expect(await statesOf([exact.line, paid.line, short])).toEqual(["matched", "waiting", "waiting"]);
  });

  it("leaves out a line with another amount than the one seen", async () => {
    const { line } = await transfer();
    expect(await match([{ ...line, amount: String(N + 1n) }])).toMatchObject({ count: 0 });
    expect(await statesOf([line])).toEqual(["waiting"]);
  });

  it("leaves out investors with whom the administrator shares identifying details", async () => {
    const [related, foreign, own] = [await reviewer(), await transfer(), await transfer()];
    const { phone } = await userRow(own.investor.userId);
    await db.user.update({ where: { id: related.userId }, data: { phone } });
    const { count, skipped } = await match([own.line, foreign.line], related);
    expect([count, skipped.map(({ _id }) => _id)]).toEqual([1, [own.line._id]]);
    expect(await statesOf([own.line, foreign.line])).toEqual(["waiting", "matched"]);
  });

  it("by two administrators at the same moment matches each line once", async () => {
    const transfers = [await transfer(), await transfer(), await transfer()];
    const lines = transfers.map(({ line }) => line);
    const answers = await Promise.all([match(lines), match(lines.toReversed(), await reviewer())]);
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    for (const { line } of transfers) {
      const { acts } = await listActs({ kind: "match", about: line._id, limit: 5 });
      expect(acts).toHaveLength(1);
    }
  });

  it("decides nothing after a password reset (threat 53)", async () => {
    const [recent, { line }] = [await reviewer(), await transfer()];
    await db.user.update({ where: { id: recent.userId }, data: { passwordResetAt: new Date() } });
    await expect(match([line], recent)).rejects.toMatchObject({ code: "RECENTLY_RESET" });
    expect(await statesOf([line])).toEqual(["waiting"]);
  });
});

describe("matching lines by name", () => {
  it("makes an act of each, in one group that is undone", async () => {
    const transfers = [await transferByName(), await transferByName()];
    const lines = transfers.map(({ line }) => line);
    for (const { _id } of lines)
      expect((await getLine(_id)).proposal).toMatchObject({ by: "name", isExact: false, isByName: true });
    // They are not exact: only a person who has compared the names matches them.
    expect(await match(lines)).toMatchObject({ count: 0 });
    const { groupId, count, skipped } = await matchByName(lines);
    expect([count, skipped, await statesOf(lines)]).toEqual([2, [], ["matched", "matched"]]);
    const { acts } = await listActs({ kind: "match", about: lines[0]!._id, limit: 5 });
    expect(acts).toMatchObject([{ actor: { _id: staff.userId }, group: { _id: groupId, count: 2 } }]);
    await confirmProposal(supervisor, await proposalOf(undoGroup(staff, groupId, why)));
    expect(await statesOf(lines)).toEqual(["waiting", "waiting"]);
    for (const { investment } of transfers)
      expect(await db.investment.findUniqueOrThrow({ where: { id: investment._id } })).toMatchObject({
        state: "requested",
      });
  });

  it("leaves out and names what the name and the amount no longer show, and does the rest", async () => {
    const [right, renamed, paid] = [await transferByName(), await transferByName(), await transferByName()];
    const exact = await transfer();
    // A name that the sender does not have was approved meanwhile.
    await setApprovedName(renamed.investor, "Zainab Musa");
    const parts = [{ reference: paid.investment.reference, amount: String(N) }];
    await matchLine(staff, await importOneLine(staff, N), { parts });
    const unknown = await importLine(N);
    const lines = [right, renamed, paid, exact].map(({ line }) => line);
    const { count, skipped } = await matchByName([...lines, unknown]);
    expect([count, skipped.map(({ _id }) => _id)]).toEqual([
      1,
      [...lines.slice(1), unknown].map(({ _id }) => _id),
    ]);
    for (const { reason } of skipped) expect(reason).toContain("The sender's name and the amount no longer");
    expect(await statesOf(lines)).toEqual(["matched", "waiting", "waiting", "waiting"]);
  });

  it("matches an investment once, however many lines are proposed for it", async () => {
    const { line, investment } = await transferByName();
    const { narration } = await getLine(line._id);
    const second = { _id: await importOneLine(staff, N, { text: narration }), amount: String(N) };
    expect((await getLine(second._id)).proposal).toMatchObject({ isByName: true });
    expect(await matchByName([line, second])).toMatchObject({ count: 1, skipped: [{ _id: second._id }] });
    expect((await getLine(second._id)).proposal).toMatchObject({
      reference: investment.reference,
      isByName: false,
    });
  });

  it("lists and counts them among those to check", async () => {
    const list = () => listLines({ filter: "check", by: "name", limit: 200 });
    const before = (await list()).totals!.byName;
    const { line } = await transferByName();
    const { lines, totals } = await list();
    expect(lines.map(({ _id }) => _id)).toContain(line._id);
    expect(lines.every(({ proposal }) => proposal?.by === "name")).toBe(true);
    expect(totals!.byName - before).toBe(1);
  });
});

describe("undoing a group", () => {
  it("of matches is one proposal, without the acts that were undone alone", async () => {
    const transfers = [await transfer(), await transfer(), await transfer()];
    const lines = transfers.map(({ line }) => line);
    const { groupId } = await match(lines);
    const alone = await lastActAbout(lines[0]!._id);
    await confirmProposal(supervisor, await proposalOf(undoAct(staff, alone.id, why)));
    expect(await statesOf(lines)).toEqual(["waiting", "matched", "matched"]);
    const proposalId = await proposalOf(undoGroup(staff, groupId, why));
    const { acts } = await listActs({ kind: "match", about: lines[1]!._id, limit: 1 });
    expect(acts).toMatchObject([{ isUndoPending: true, group: { count: 3 } }]);
    expect(await statesOf(lines)).toEqual(["waiting", "matched", "matched"]);
    await confirmProposal(supervisor, proposalId);
    expect(await statesOf(lines)).toEqual(["waiting", "waiting", "waiting"]);
    for (const { investment } of transfers)
      expect(await db.investment.findUniqueOrThrow({ where: { id: investment._id } })).toMatchObject({
        state: "requested",
      });
    await expect(undoGroup(staff, groupId, why)).rejects.toMatchObject(conflict);
    // They can be matched again.
    expect(await match(lines)).toMatchObject({ count: 3 });
  });

  it("is all or nothing: a later act about one of them is undone first", async () => {
    const transfers = [await transfer(), await transfer()];
    const lines = transfers.map(({ line }) => line);
    const { groupId } = await match(lines);
    const end = { reason: "death", note: "A letter" } as const;
    await confirmed(supervisor, endInvestment(staff, transfers[1]!.investment._id, end));
    const later = await lastActAbout(transfers[1]!.investment._id);
    expect(later.kind).toBe("end");
    await expect(undoGroup(staff, groupId, why)).rejects.toMatchObject({
      ...conflict,
      details: { data: { actId: later.id } },
    });
    expect(await statesOf(lines)).toEqual(["matched", "matched"]);
  });

  it("is not confirmed by an administrator who shares details with one of the investors", async () => {
    const transfers = [await transfer(), await transfer()];
    const lines = transfers.map(({ line }) => line);
    const { groupId } = await match(lines);
    const proposalId = await proposalOf(undoGroup(staff, groupId, why));
    await db.user.update({
      where: { id: supervisor.userId },
      data: { phone: (await userRow(transfers[0]!.investor.userId)).phone },
    });
    await expect(confirmProposal(supervisor, proposalId)).rejects.toMatchObject(conflict);
    expect(await statesOf(lines)).toEqual(["matched", "matched"]);
    supervisor = await reviewer(true);
  });

  it("of bookings takes one administrator", async () => {
    const lines = [await importLine(-500n), await importLine(-700n)];
    const before = await readBalance("bank_charges");
    const decision = { kind: "book", as: "bank_charge", note: "Of November" } as const;
    const { groupId } = await decideLines(staff, { lines, decision });
    expect((await readBalance("bank_charges")) - before).toBe(1_200n);
    expect(await getLine(lines[0]!._id)).toMatchObject({ bookedAs: "bank_charge", note: "Of November" });
    await undoGroup(staff, groupId, why);
    expect(await readBalance("bank_charges")).toBe(before);
    expect(await statesOf(lines)).toEqual(["waiting", "waiting"]);
  });

  it("that does not exist is not found", async () => {
    await expect(undoGroup(staff, uuidv7(), why)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("booking many lines", () => {
  const LIMIT = 10_000_000_00n;

  it("leaves out those above the limit, and those whose direction the category does not allow", async () => {
    const [large, received, paid] = [
      await importLine(-LIMIT - 1n),
      await importLine(900n),
      await importLine(-LIMIT),
    ];
    const decision = { kind: "book", as: "tax_payment", note: undefined } as const;
    const { count, skipped } = await decideLines(staff, { lines: [large, received, paid], decision });
    expect([count, skipped.map(({ _id }) => _id)]).toEqual([1, [large._id, received._id]]);
    expect(await statesOf([large, received, paid])).toEqual(["waiting", "waiting", "matched"]);
  });
});

describe("refunding many lines", () => {
  const refund = (lines: DecideLinesInput["lines"]) =>
    decideLines(staff, { lines, decision: { kind: "refund" } });

  it("queues a refund of each, in one group that two administrators undo", async () => {
    const lines = [await importLine(900n), await importLine(700n)];
    const { groupId, count, skipped } = await refund(lines);
    expect([count, skipped, await statesOf(lines)]).toEqual([2, [], ["returning", "returning"]]);
    const { acts } = await listActs({ kind: "refund", about: lines[0]!._id, limit: 5 });
    expect(acts).toMatchObject([{ actor: { _id: staff.userId }, group: { _id: groupId, count: 2 } }]);
    const dues = await db.amountDue.findMany({
      where: { lineId: { in: lines.map(({ _id }) => _id) } },
      orderBy: { amount: "asc" },
    });
    expect(dues).toMatchObject([
      { amount: 700n, userId: null, state: "due" },
      { amount: 900n, userId: null, state: "due" },
    ]);
    await confirmProposal(supervisor, await proposalOf(undoGroup(staff, groupId, why)));
    expect(await statesOf(lines)).toEqual(["waiting", "waiting"]);
  });

  it("leaves out lines with the exact amount of an investment, by reference or name, and money out", async () => {
    const [exact, byName, unknown] = [await transfer(), await transferByName(), await importLine(N)];
    const out = await importLine(-500n);
    const lines = [exact.line, byName.line, unknown, out];
    const { count, skipped } = await refund(lines);
    expect([count, skipped]).toEqual([
      1,
      [
        { _id: exact.line._id, reason: expect.stringContaining(exact.investment.reference) as string },
        { _id: byName.line._id, reason: expect.stringContaining(byName.investment.reference) as string },
        { _id: out._id, reason: expect.stringContaining("money out") as string },
      ],
    ]);
    expect(await statesOf(lines)).toEqual(["waiting", "waiting", "returning", "waiting"]);
  });

  it("pays an underpaid investment's transfer back to its investor, and leaves out another amount than the one seen", async () => {
    const investor = await verifiedInvestor();
    const investment = await request(investor);
    const _id = await importOneLine(staff, N - 100n, { text: investment.reference });
    expect(await refund([{ _id, amount: String(N) }])).toMatchObject({ count: 0 });
    expect(await refund([{ _id, amount: String(N - 100n) }])).toMatchObject({ count: 1 });
    expect(await db.amountDue.findFirstOrThrow({ where: { lineId: _id } })).toMatchObject({
      userId: investor.userId,
      investmentId: investment._id,
    });
  });
});

describe("the list of lines", () => {
  it("counts and sums what waits", async () => {
    const totals = async () => (await listLines({ filter: "all", limit: 1 })).totals!;
    const before = await totals();
    const [{ line }] = [await transfer(), await importLine(-500n)];
    const after = await totals();
    expect({
      count: after.count - before.count,
      received: BigInt(after.received) - BigInt(before.received),
      paidOut: BigInt(after.paidOut) - BigInt(before.paidOut),
      exact: after.exact - before.exact,
    }).toEqual({ count: 2, received: N, paidOut: 500n, exact: 1 });
    await match([line]);
    const exact = await listLines({ filter: "exact", limit: 1 });
    expect(exact.totals).toMatchObject({ count: before.exact, exact: before.exact });
    expect((await listLines({ filter: "all", after: uuidv7(), limit: 1 })).totals).toBeNull();
  });
});
