import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listActs } from "@/lib/acts/queries";
import { refundLine } from "@/lib/bank/commands";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { dayAt, dayNumber, lagosDay, dateOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { postDueInvestments } from "@/lib/investments/posting";
import { readPortfolio } from "@/lib/investments/portfolio";
import type { InvestmentDto } from "@/lib/investments/schema";
import { listAttention } from "@/lib/payouts/attention";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { readOwnMoney } from "@/lib/payouts/own-money";
import { matchPayouts } from "@/lib/payouts/settlement";
import type { Viewer } from "@/lib/viewer";
import { emailsFor, reviewer, verifiedInvestor } from "../../../support/accounts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { expectSoundLedger, importLine as importReceipt } from "../../../support/payouts";
import { importOneLine } from "../../../support/statements";

/** An investor's money on one page (product 10.38): each kobo is in one place, with since when and by when. */
const today = lagosDay();
const N = 10_000_000n;
let staff: Viewer;
let releaser: Viewer;
let investor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, releaser] = [await reviewer(), await reviewer()];
  plan = await openPlan({ payout: "monthly", tenor: { unit: "months", count: 3 } });
});
beforeEach(async () => {
  investor = await verifiedInvestor();
});
afterAll(expectSoundLedger);

const request = (): Promise<InvestmentDto> =>
  requestInvestment(investor, { ...requestBody(plan, String(N)), accepted: true });
/** Records a receipt that a statement shows. */
async function pay(id: string, amount = N): Promise<void> {
  const reference = bankReference();
  await recordReceipt(staff, id, { bankReference: reference, amount: String(amount), receivedOn: today });
  await importReceipt(amount, { shows: reference });
}
const importLine = (amount: bigint, text: string) => importOneLine(staff, amount, { text });
const money = async (on = today) =>
  (await readOwnMoney(investor.userId, on)).map(({ kind, amount, since, isLate, investment }) => ({
    kind,
    amount,
    since,
    isLate,
    reference: investment?.reference ?? null,
  }));
const attention = async (on = today) =>
  (await listAttention(investor.userId, on)).attention.map(({ kind, amount }) => ({ kind, amount }));

it("a transfer is being checked from its import on, and a refund of it is emailed and shown until it is paid", async () => {
  const { reference } = await request();
  expect(await attention()).toEqual([{ kind: "transfer", amount: N }]);
  const line = await importLine(N, `Transfer ${reference}`);
  const checking = { kind: "checking", amount: N, since: today, isLate: false, reference };
  expect(await money()).toEqual([checking]);
  expect(await attention()).toEqual([{ kind: "checking", amount: N }]);
  expect(await money(dayAt(dayNumber(today) + 14))).toEqual([{ ...checking, isLate: true }]);
  await refundLine(staff, line);
  expect(await money()).toEqual([{ ...checking, kind: "refund" }]);
  const mail = (await emailsFor(investor.userId)).find(({ template }) => template === "transferRefunded");
  expect(mail?.subject).toBe("We will refund your transfer of ₦100,000");
  const { id: dueId } = await db.amountDue.findFirstOrThrow({ where: { lineId: line } });
  const { _id } = await proposeBatch(staff, { ids: [dueId], total: String(N) });
  expect(await money()).toEqual([{ ...checking, kind: "refund" }]);
  await releaseBatch(releaser, _id);
  expect(await money()).toEqual([{ ...checking, kind: "in_transit" }]);
  const payout = await db.payout.findFirstOrThrow({ where: { batchId: _id } });
  await matchPayouts(staff, await importLine(-N, payout.reference), [payout.id]);
  expect(await money()).toEqual([]);
});

it("a partial payment waits for the rest; due amounts are late after five business days, on their way after the release", async () => {
  const { _id, reference } = await request();
  await pay(_id, 4_000_000n);
  expect(await money()).toEqual([
    { kind: "partly_paid", amount: 4_000_000n, since: today, isLate: false, reference },
  ]);
  expect(await attention()).toEqual([{ kind: "rest", amount: 6_000_000n }]);
  await pay(_id, 6_000_000n);
  expect([await money(), await attention()]).toEqual([[], []]);

  const start = dateOf(dayAt(dayNumber(today) - 45));
  const maturityOn = dateOf(dayAt(dayNumber(today) + 6));
  await db.investment.update({
    where: { id: _id },
    data: { paidOn: start, startOn: start, nextDueOn: start, maturityOn },
  });
  await postDueInvestments();
  const portfolio = await readPortfolio(investor.userId);
  const due = BigInt(portfolio.due);
  const [shown] = await money();
  expect(shown).toMatchObject({ kind: "due", amount: due, isLate: true, reference });
  // Its maturity is near, too.
  expect(await attention()).toEqual([
    { kind: "late", amount: due },
    { kind: "choose", amount: N },
  ]);
  const dues = await db.amountDue.findMany({ where: { investmentId: _id } });
  const { _id: batchId } = await proposeBatch(staff, { ids: dues.map(({ id }) => id), total: String(due) });
  await releaseBatch(releaser, batchId);
  expect(await money()).toEqual([
    { kind: "in_transit", amount: due, since: today, isLate: false, reference },
  ]);
  // The acts about its payouts are also about the investment.
  const { acts } = await listActs({ kind: "people", about: _id, limit: 2 });
  expect(acts.map(({ kind }) => kind)).toEqual(["release", "propose"]);
});
