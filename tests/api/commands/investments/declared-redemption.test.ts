import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { cancelRedemption } from "@/lib/corrections/undo";
import { addMonths, dateOf, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { previewDeclaration } from "@/lib/investments/declaration-preview";
import { monthOf } from "@/lib/investments/instalments";
import { postDueInstalments } from "@/lib/investments/posting";
import { getInvestment } from "@/lib/investments/queries";
import { previewRedemption, redeemInvestment } from "@/lib/investments/redemption";
import { chooseReinvestment } from "@/lib/investments/reinvestment";
import { readBalance } from "@/lib/ledger/queries";
import type { Viewer } from "@/lib/viewer";
import { createUser, reviewer, viewerOf } from "../../../support/accounts";
import { declareAtOnce, undo } from "../../../support/acts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { watchBooks } from "../../../support/books";

/** Redemptions in a plan with a declared return take effect on the last day of the period (product 10.33, ADR 41). */
const today = lagosDay();
const START = dayAt(dayNumber(today) - 10);
const END = addMonths(START, 1);
const DAYS = BigInt(dayNumber(END) - dayNumber(START));
const N = 100_000_00n;
const YEAR = 3_650_000n;

let staff: Viewer;
let confirmer: Viewer;
let investor: Viewer;
let plan: SamplePlan;
let expectSound: () => Promise<void>;
beforeAll(async () => {
  expectSound = await watchBooks();
  [staff, confirmer] = [await reviewer(), await reviewer(true)];
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  investor = await viewerOf(
    await createUser({ ...spec, submittedAt: new Date(Date.now() - 30 * 86_400_000) }),
  );
});
afterAll(() => expectSound());

const openDeclaredPlan = () =>
  openPlan({
    return: { kind: "declared", low: 1_000, high: 2_000 },
    payout: "monthly",
    tenor: { unit: "months", count: 3 },
    earlyRedemption: { fromDay: 1, charge: 100 },
    withholdingTax: 0,
  });

/** Creates an active investment whose first period ends on END. */
async function active(amount: bigint, start = START): Promise<string> {
  const { _id } = await requestInvestment(investor, requestBody(plan, String(amount)));
  const receipt = { bankReference: bankReference(), amount: String(amount), receivedOn: today };
  await recordReceipt(staff, _id, receipt);
  const [startOn, maturityOn] = [dateOf(start), dateOf(addMonths(start, 3))];
  await db.investment.update({
    where: { id: _id },
    data: { paidOn: startOn, startOn, maturityOn, nextDueOn: startOn },
  });
  return _id;
}
const post = (id: string, day = END) => transaction((tx) => postDueInstalments(tx, id, investor.userId, day));
const redeem = (id: string, amount: bigint, day = END) =>
  redeemInvestment(investor, id, { amount: String(amount), day });
const declareRate = (rate: number, month = monthOf(END)) =>
  declareAtOnce(staff, confirmer, { planId: plan.id, month, rate });
const taken = async () => (await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).taken;
const balances = async (id: string) => ({
  principal: -(await readBalance("principal", id)),
  due: -(await readBalance("due_to_investor", id)),
});
const actOf = async (id: string, kind: string) =>
  (await db.moneyAct.findFirstOrThrow({
    where: { kind, subjects: { some: { id } }, undoneBy: null },
    orderBy: { number: "desc" },
  }))!.id;

describe("a redemption in the middle of a period", () => {
  it("stays invested until its day, and bears its share of a loss declared for the period", async () => {
    plan = await openDeclaredPlan();
    const [part, whole, other] = [await active(2n * N), await active(N), await active(2n * N)];
    expect(await previewRedemption(investor.userId, part, String(N))).toMatchObject({
      day: END,
      isPending: true,
      principal: String(N),
      charge: String(N / 100n),
      net: "0",
      total: String(N - N / 100n),
      remaining: String(N),
    });
    await expect(redeem(part, N, today)).rejects.toMatchObject({ code: "CONFLICT" });
    const requested = await redeem(part, N);
    expect(requested).toMatchObject({
      state: "active",
      principal: String(2n * N),
      value: String(2n * N),
      due: "0",
      pendingRedemptions: [{ amount: String(N), on: END, canCancel: true }],
    });
    await redeem(whole, N);
    expect(await taken()).toBe(5n * N);
    // Without a declaration nothing happens on its day.
    for (const id of [part, whole, other]) await post(id);
    expect(await balances(part)).toEqual({ principal: 2n * N, due: 0n });
    expect(await db.investment.findUniqueOrThrow({ where: { id: whole } })).toMatchObject({
      state: "active",
      waitsFor: monthOf(END),
    });

    const rate = 5_000n;
    const preview = await previewDeclaration(plan.id, { month: monthOf(END), rate: -Number(rate) });
    const lossOf = (amount: bigint) => (amount * rate * DAYS + YEAR - 1n) / YEAR;
    expect(preview.loss).toBe(String(lossOf(2n * N) + lossOf(N) + lossOf(2n * N)));
    await declareRate(-Number(rate));
    for (const id of [part, whole, other]) await post(id);

    const charge = N / 100n;
    const half = (lossOf(2n * N) + 1n) / 2n;
    expect(await balances(part)).toEqual({ principal: N, due: N - half - charge });
    expect(await balances(whole)).toEqual({ principal: 0n, due: N - lossOf(N) - charge });
    expect(await balances(other)).toEqual({ principal: 2n * N, due: 0n });
    expect(await getInvestment(investor.userId, whole)).toMatchObject({
      state: "redeemed",
      pendingRedemptions: [],
    });
    expect(await taken()).toBe(3n * N);
    // Nothing is posted twice.
    for (const id of [part, whole, other]) await post(id);
    expect(await balances(part)).toEqual({ principal: N, due: N - half - charge });
    // What remains bears its own part of the loss, and nothing of what was redeemed.
    const later = [addMonths(START, 2), addMonths(START, 3)];
    for (const day of later) await declareRate(0, monthOf(day));
    await post(part, later[1]);
    expect(await balances(part)).toEqual({ principal: 0n, due: 2n * N - lossOf(2n * N) - charge });
  });

  it("has the return of the whole period, also when several are due at once", async () => {
    plan = await openDeclaredPlan();
    const [part, other] = [await active(3n * N), await active(3n * N)];
    await redeem(part, N);
    await redeem(part, N);
    const returned = (3n * N * 1_200n * DAYS) / YEAR;
    await declareRate(1_200);
    for (const id of [part, other]) await post(id);
    expect(await balances(other)).toEqual({ principal: 3n * N, due: returned });
    expect(await balances(part)).toEqual({ principal: N, due: returned + 2n * (N - N / 100n) });
    expect(await taken()).toBe(4n * N);
  });
});

describe("a redemption that has not taken effect", () => {
  it("counts against later ones, and leaves nothing to choose when it is the whole", async () => {
    plan = await openDeclaredPlan();
    const id = await active(3n * N);
    await redeem(id, N);
    await expect(redeem(id, 3n * N)).rejects.toThrow(/up to ₦200,000/);
    await expect(redeem(id, N + 1n)).rejects.toThrow(/must remain/);
    const { pendingRedemptions } = await redeem(id, 2n * N);
    expect(pendingRedemptions.map(({ canCancel }) => canCancel)).toEqual([false, true]);
    await expect(redeem(id, N)).rejects.toThrow(/already redeemed/);
    await expect(chooseReinvestment(investor, id, { choice: "nothing" })).rejects.toThrow(/nothing remains/);
    // The first was counted by the second.
    const [first, second] = pendingRedemptions.map(({ _id }) => _id);
    await expect(cancelRedemption(investor, id, first!)).rejects.toThrow(/later redemption first/);
    await cancelRedemption(investor, id, second!);
    expect(await cancelRedemption(investor, id, first!)).toMatchObject({
      state: "active",
      pendingRedemptions: [],
    });
    await expect(cancelRedemption(investor, id, first!)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await declareRate(1_200);
    await post(id);
    expect((await balances(id)).principal).toBe(3n * N);
    expect(await taken()).toBe(3n * N);
  });

  it("can be requested while an earlier period waits, but not in the last period", async () => {
    plan = await openDeclaredPlan();
    const id = await active(2n * N, addMonths(START, -1));
    const { pendingRedemptions, waitsFor } = await redeem(id, N, addMonths(addMonths(START, -1), 2));
    expect([pendingRedemptions.length, waitsFor]).toEqual([1, monthOf(addMonths(addMonths(START, -1), 1))]);
    // A period that is declared since does not depend on it.
    const [redeemed] = pendingRedemptions;
    await declareRate(1_200, waitsFor!);
    await post(id, today);
    const { due } = await balances(id);
    expect(due).toBeGreaterThan(0n);
    await cancelRedemption(investor, id, redeemed!._id);
    await post(id, today);
    expect(await balances(id)).toEqual({ principal: 2n * N, due });
    const late = await active(N, addMonths(START, -2));
    await expect(redeem(late, N)).rejects.toThrow(/last period/);
  });
});

describe("undoing a redemption", () => {
  it("before its day needs two administrators and leaves it invested", async () => {
    plan = await openDeclaredPlan();
    const id = await active(N);
    await redeem(id, N);
    await undo(staff, confirmer, await actOf(id, "redeem"));
    await declareRate(-5_000);
    await post(id);
    expect(await balances(id)).toEqual({ principal: N, due: 0n });
  });

  it("after it was posted leaves other investments as they are, and the period is posted again without it", async () => {
    plan = await openDeclaredPlan();
    const [id, other] = [await active(2n * N), await active(N)];
    await redeem(id, 2n * N);
    await redeem(other, N);
    await declareRate(1_200);
    await post(id);
    await post(other);
    const before = await balances(other);
    expect(await taken()).toBe(0n);
    await undo(staff, confirmer, await actOf(id, "redeem"));
    expect(await getInvestment(investor.userId, id)).toMatchObject({
      state: "active",
      pendingRedemptions: [],
    });
    expect(await taken()).toBe(2n * N);
    await post(id);
    expect(await balances(id)).toEqual({ principal: 2n * N, due: (2n * N * 1_200n * DAYS) / YEAR });
    expect(await balances(other)).toEqual(before);
  });

  it("by undoing the declaration makes it wait again", async () => {
    plan = await openDeclaredPlan();
    const id = await active(N);
    await redeem(id, N);
    const declaration = await declareRate(1_200);
    await post(id);
    expect((await getInvestment(investor.userId, id)).state).toBe("redeemed");
    await undo(staff, confirmer, declaration);
    expect(await getInvestment(investor.userId, id)).toMatchObject({
      state: "active",
      due: "0",
      pendingRedemptions: [{ amount: String(N) }],
    });
    expect(await taken()).toBe(N);
    await declareRate(0);
    await post(id);
    expect(await balances(id)).toEqual({ principal: 0n, due: N - N / 100n });
    expect(await taken()).toBe(0n);
  });
});
