import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteUser } from "@/lib/administration/commands";
import { confirmProposal } from "@/lib/administration/confirmation";
import { matchLine } from "@/lib/bank/match-line";
import { endInvestment } from "@/lib/corrections/end-investment";
import { cancelRedemption, undoAct } from "@/lib/corrections/undo";
import { addMonths, dateOf, dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { cancelInvestment, requestInvestment } from "@/lib/investments/commands";
import { monthOf } from "@/lib/investments/instalments";
import { postDueInstalments } from "@/lib/investments/posting";
import { redeemInvestment } from "@/lib/investments/redemption";
import { readBalance } from "@/lib/ledger/queries";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";
import { matchPayouts } from "@/lib/payouts/settlement";
import type { Viewer } from "@/lib/viewer";
import { createUser, reviewer, viewerOf } from "../../../support/accounts";
import { confirmed, declareAtOnce, lastActAbout, undo, undoLast } from "../../../support/acts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { DAY_MS } from "../../../support/payouts";
import { importOneLine } from "../../../support/statements";
import { watchBooks } from "../../../support/books";

/** What an undo depends on, and what it leaves as it is (ADR 44). */
const today = lagosDay();
const START = dayAt(dayNumber(today) - 40);
const [FIRST, SECOND] = [addMonths(START, 1), addMonths(START, 2)];
const N = 100_000_00n;
const reason = { reason: "typing_error", note: "A zero too many" } as const;
const declared = { return: { kind: "declared", low: 1_000, high: 2_000 }, withholdingTax: 0 } as const;
const terms = { payout: "monthly", earlyRedemption: { fromDay: 1, charge: 100 } } as const;

let staff: Viewer;
let releaser: Viewer;
let confirmer: Viewer;
let investor: Viewer;
let expectSound: () => Promise<void>;
beforeAll(async () => {
  expectSound = await watchBooks();
  [staff, releaser, confirmer] = [await reviewer(), await reviewer(), await reviewer(true)];
});
beforeEach(async () => {
  investor = await approved();
});
afterAll(() => expectSound());

async function approved(): Promise<Viewer> {
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  return viewerOf(await createUser({ ...spec, submittedAt: new Date(Date.now() - 30 * DAY_MS) }));
}

/** Creates an active investment whose first period ends on FIRST. */
async function active(plan: SamplePlan, amount: bigint): Promise<string> {
  const { _id: id, reference } = await requestInvestment(investor, requestBody(plan, String(amount)));
  const line = await importOneLine(staff, amount, { text: `Transfer ${reference}` });
  await matchLine(staff, line, { parts: [{ reference, amount: String(amount) }] });
  const [startOn, maturityOn] = [dateOf(START), dateOf(addMonths(START, 4))];
  await db.investment.update({
    where: { id },
    data: { paidOn: startOn, startOn, maturityOn, nextDueOn: startOn },
  });
  await post(id);
  return id;
}
const post = (id: string) => transaction((tx) => postDueInstalments(tx, id, investor.userId, today));
const openDeclaredPlan = () => openPlan({ ...terms, ...declared, tenor: { unit: "months", count: 4 } });
/** Declares the first period, and posts it. */
async function postFirst(plan: SamplePlan, id: string): Promise<void> {
  await declareAtOnce(staff, confirmer, { planId: plan.id, month: monthOf(FIRST), rate: 1_500 });
  await post(id);
}
async function redeemSecond(id: string, amount: bigint): Promise<string> {
  const { pendingRedemptions } = await redeemInvestment(investor, id, {
    amount: String(amount),
    day: SECOND,
  });
  return pendingRedemptions.at(-1)!._id;
}
async function propose(investmentId: string): Promise<string> {
  const dues = await db.amountDue.findMany({ where: { investmentId, state: "due" } });
  const total = dues.reduce((sum, { amount }) => sum + amount, 0n);
  return (await proposeBatch(staff, { ids: dues.map(({ id }) => id), total: String(total) }))._id;
}
const nextDueOf = async (id: string) =>
  dayOf((await db.investment.findUniqueOrThrow({ where: { id } })).nextDueOn!);

describe("a redemption that has not taken effect, after an earlier period was posted", () => {
  it("is cancelled without changing the schedule", async () => {
    const plan = await openDeclaredPlan();
    const id = await active(plan, 3n * N);
    const redemptionId = await redeemSecond(id, N);
    await postFirst(plan, id);
    expect(await nextDueOf(id)).toBe(SECOND);
    await cancelRedemption(investor, id, redemptionId);
    expect(await nextDueOf(id)).toBe(SECOND);
    await expectSound();
  });

  it("is undone without changing the schedule when administrators ended the investment", async () => {
    const plan = await openDeclaredPlan();
    const id = await active(plan, 3n * N);
    await confirmed(confirmer, endInvestment(staff, id, { reason: "fraud", note: "A finding" }));
    const { id: actId } = await lastActAbout(id);
    await postFirst(plan, id);
    await undo(staff, confirmer, actId);
    expect(await nextDueOf(id)).toBe(SECOND);
    await expectSound();
  });

  it("is cancelled although the earlier period is in a batch, and in a payment file", async () => {
    const plan = await openDeclaredPlan();
    const id = await active(plan, 3n * N);
    const [first, second] = [await redeemSecond(id, N), await redeemSecond(id, N)];
    await postFirst(plan, id);
    const batchId = await propose(id);
    await expect(cancelRedemption(investor, id, first)).rejects.toThrow(/later redemption first/);
    await cancelRedemption(investor, id, second);
    await releaseBatch(releaser, batchId);
    await makePaymentFile(releaser, batchId, { format: "csv" });
    expect(await cancelRedemption(investor, id, first)).toMatchObject({
      pendingRedemptions: [],
      principal: String(3n * N),
    });
    expect(await db.payout.findFirstOrThrow({ where: { batchId } })).toMatchObject({ state: "released" });
    await expectSound();
  });

  it("is not undone before a later one, which it names", async () => {
    const id = await active(await openDeclaredPlan(), 3n * N);
    await redeemSecond(id, N);
    const { id: actId } = await lastActAbout(id);
    await redeemSecond(id, N);
    const later = await lastActAbout(id);
    await expect(undoAct(staff, actId, reason)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { data: { actId: later.id } },
    });
  });
});

describe("undoing a payment", () => {
  it("is refused after its investor was erased, and changes nothing", async () => {
    const id = await active(await openPlan(terms), N);
    await confirmed(confirmer, endInvestment(staff, id, { reason: "fraud", note: "A finding" }));
    const batchId = await propose(id);
    await releaseBatch(releaser, batchId);
    const payout = await db.payout.findFirstOrThrow({ where: { batchId } });
    const line = await importOneLine(staff, -payout.amount, { text: payout.reference });
    await matchPayouts(staff, line, [payout.id]);
    await deleteUser(confirmer, investor.userId, "other");
    const before = await readBalance("payouts_in_transit");
    await expect(undoLast(staff, confirmer, line)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("was erased") as string,
    });
    expect(await readBalance("payouts_in_transit")).toBe(before);
    expect((await db.statementLine.findUniqueOrThrow({ where: { id: line } })).state).toBe("matched");
    await expectSound();
  });
});

describe("undoing a redemption", () => {
  const takenOf = async ({ id }: SamplePlan) => (await db.plan.findUniqueOrThrow({ where: { id } })).taken;

  it.each(["redeem", "end"] as const)(
    "by the act %s is refused once others have invested in its place, also when it was proposed before",
    async (kind) => {
      const plan = await openPlan({ ...terms, capacity: String(N + N / 2n) });
      const id = await active(plan, N);
      if (kind === "redeem") await redeemInvestment(investor, id, { amount: String(N), day: today });
      else await confirmed(confirmer, endInvestment(staff, id, { reason: "fraud", note: "A finding" }));
      const { id: actId } = await lastActAbout(id);
      const asked = await undoAct(staff, actId, reason).catch((error: unknown) => error);
      expect(asked).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
      const { id: proposalId } = await db.proposal.findFirstOrThrow({ where: { subject: actId } });
      const other = await approved();
      const { _id: taking } = await requestInvestment(other, requestBody(plan, String(N)));
      const full = {
        code: "CONFLICT",
        message: expect.stringMatching(/^The plan has no room for it.* by ₦50,000 first\.$/) as string,
      };
      await expect(confirmProposal(confirmer, proposalId)).rejects.toMatchObject(full);
      await expect(undo(staff, confirmer, actId)).rejects.toMatchObject(full);
      expect(await takenOf(plan)).toBe(N);
      await cancelInvestment(other, taking);
      await undo(staff, confirmer, actId);
      expect(await takenOf(plan)).toBe(N);
    },
  );
});
