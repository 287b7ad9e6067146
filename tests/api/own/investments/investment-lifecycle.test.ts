import { describe, expect, it } from "vitest";
import { addMonths, dayAt, dayNumber, dayOf, dayWords, dateOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { listDeclarations } from "@/lib/investments/declared-returns";
import { postDueInvestments } from "@/lib/investments/posting";
import { readBalance } from "@/lib/ledger/queries";
import { verifyBooks } from "@/lib/corrections/verify-books";
import { periodEnds } from "@/lib/plans/schedule-rules";
import {
  AMOUNT,
  today,
  daysAgo,
  money,
  fixed,
  postedOf,
  expectScheduled,
  months,
  declared,
  type Sample,
  scheduledOf,
  startWithInvestor,
  client,
  userId,
  active,
  investmentOf,
  redeem,
} from "../../../support/investment-lifecycle";
import { command, withLib } from "../../../support/command";
import { database } from "../../../support/installation";
import { openPlan, type SamplePlan } from "../../../support/investments";
import type { OwnClient } from "../../../support/own-server";
import {
  confirm,
  decline,
  expectProposal,
  firstSuper,
  plain,
  servers,
  set,
  secondSuper,
} from "../../../support/second-approval";

/**
 * The lifecycle of an investment (product 10.33): dues, declared returns, tax changes, redemption and reinvestment. It has a separate
 * installation because the tax applies to all investments. Start days are moved into the past instead of advancing the clock.
 */
startWithInvestor();

const preview = (id: string, amount: string) =>
  client.send("GET", `/api/investments/${id}/redemptions?amount=${amount}`);

const choose = (id: string, choice: string, plan?: SamplePlan) =>
  client.send("PUT", `/api/investments/${id}/reinvestment`, {
    choice,
    ...(plan && { version: plan.version, termsHash: plan.termsHash, accepted: true }),
  });

const declare = (planId: string, month: string, rate: number, by: OwnClient = plain) =>
  by.send("POST", `/api/admin/plans/${planId}/returns`, { month, rate, isOutsideTarget: true });

const mails = (template: string) => db.mailOutbox.count({ where: { userId, template } });

const actionsOf = async (targetId: string) =>
  (await db.auditEvent.findMany({ where: { targetId }, orderBy: { seq: "asc" } })).map(
    ({ action }) => action,
  );

describe("the amounts due", () => {
  it("are posted once at maturity, even by two jobs at once; the investor is notified", async () => {
    const plan = await openPlan(fixed());
    const before = await active(plan, addMonths(today, -12));
    const running = await active(plan, addMonths(today, -11));
    await Promise.all([postDueInvestments(), postDueInvestments(), postDueInvestments()]);
    await postDueInvestments();
    await expectScheduled(before);
    expect(Object.keys(await postedOf(before._id))).toEqual([today]);
    const matured = await investmentOf(before._id);
    expect(matured).toMatchObject({ state: "matured", value: null, nextPayment: null, waitsFor: null });
    expect(money(matured.due)).toBe(-(await readBalance("due_to_investor", before._id)));
    expect(await readBalance("principal", before._id)).toBe(0n);
    expect(await actionsOf(before._id)).toEqual([
      "investment.requested",
      "investment.receipt_recorded",
      "investment.activated",
      "investment.instalment_due",
      "investment.matured",
    ]);
    expect(await mails("investmentMatured")).toBe(1);
    expect(await postedOf(running._id)).toEqual({});
    expect((await investmentOf(running._id)).nextPayment?.day).toBe(addMonths(addMonths(today, -11), 12));
    expect(await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).toMatchObject({ taken: AMOUNT });
  });

  it("are posted on their monthly and quarterly days, also after weeks without a job, and while the plan is closed", async () => {
    const [monthly, quarterly] = [
      await openPlan(fixed({ payout: "monthly" })),
      await openPlan(fixed({ payout: "quarterly", tenor: months(7) })),
    ];
    const samples = [await active(monthly, daysAgo(200)), await active(quarterly, daysAgo(250))];
    await db.plan.update({ where: { id: monthly.id }, data: { state: "closed" } });
    await postDueInvestments(new Date(Date.now() - 120 * 86_400_000));
    await expectScheduled(samples[0]!, {}, daysAgo(120));
    await postDueInvestments();
    for (const sample of samples) await expectScheduled(sample);
    expect((await investmentOf(samples[0]!._id)).state).toBe("active");
    expect((await investmentOf(samples[1]!._id)).state).toBe("matured");
    // A clock that was moved back changes nothing.
    const { nextDueOn } = await db.investment.findUniqueOrThrow({ where: { id: samples[0]!._id } });
    await db.investment.update({
      where: { id: samples[0]!._id },
      data: { nextDueOn: dateOf(samples[0]!.start) },
    });
    await postDueInvestments(new Date(Date.now() - 50 * 86_400_000));
    await postDueInvestments();
    await expectScheduled(samples[0]!);
    expect((await db.investment.findUniqueOrThrow({ where: { id: samples[0]!._id } })).nextDueOn).toEqual(
      nextDueOn,
    );
  });
});

describe("a declared return", () => {
  const last = today.slice(0, 7);
  const monthsAgo = (count: number) => addMonths(`${last}-01`, -count).slice(0, 7);

  it("needs a declaration that another administrator confirms, and never counts as value", async () => {
    const plan = await openPlan(fixed({ ...declared, payout: "monthly", tenor: months(3) }));
    const start = `${monthsAgo(4)}-10`;
    const sample = await active(plan, start);
    await postDueInvestments();
    expect(await postedOf(sample._id)).toEqual({});
    expect(await investmentOf(sample._id)).toMatchObject({
      state: "active",
      value: String(AMOUNT),
      waitsFor: monthsAgo(3),
      nextPayment: { day: `${monthsAgo(3)}-10`, isTarget: true },
    });
    const redemption = await redeem(sample._id, AMOUNT);
    expect(redemption.body.errors?.[0]?.path).toBe("amount");
    expect(redemption.body.errors![0]!.message).toMatch(/has not been declared yet/);
    expect((await listDeclarations(plan.id)).waiting).toEqual([
      { month: monthsAgo(3), investments: 1, isOver: true, proposedRate: null },
    ]);
    // Not over, fixed, unknown.
    expect((await declare(plan.id, last, 100)).body.errors?.[0]?.path).toBe("month");
    expect((await declare(plan.id, "0000-01", 100)).status).toBe(422);
    expect((await declare((await openPlan()).id, monthsAgo(3), 100)).status).toBe(409);
    expect((await declare(uuidv7(), monthsAgo(3), 100)).status).toBe(404);

    const first = expectProposal(await declare(plan.id, monthsAgo(3), 1_500));
    expect(expectProposal(await declare(plan.id, monthsAgo(3), 1_500))).toBe(first);
    expect((await declare(plan.id, monthsAgo(3), 1_400)).status).toBe(409);
    expect((await listDeclarations(plan.id)).waiting[0]).toMatchObject({ proposedRate: 1_500 });
    expect((await confirm(first, plain)).status).toBe(403);
    // Second approval is off; switching it on and off does not end proposals that always need two people.
    expect((await set(true)).status).toBe(200);
    expect((await confirm(expectProposal(await set(false)), secondSuper)).status).toBe(200);
    expect((await decline(first, firstSuper)).status).toBe(200);
    await postDueInvestments();
    expect(await postedOf(sample._id)).toEqual({});

    const own1 = expectProposal(await declare(plan.id, monthsAgo(3), 1_500, firstSuper));
    expect((await confirm(own1, firstSuper)).status).toBe(403);
    const answers = await Promise.all([confirm(own1, secondSuper), confirm(own1, secondSuper)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await declare(plan.id, monthsAgo(3), 1)).status).toBe(409);
    await postDueInvestments();
    await expectScheduled(sample, { declared: [1_500] });
    expect((await investmentOf(sample._id)).waitsFor).toBe(monthsAgo(2));
    expect(await actionsOf(plan.id)).toEqual(["plan.return_declared"]);

    // A loss that exceeds the return: the principal bears the rest of it.
    for (const [month, rate] of [
      [monthsAgo(2), -9_000],
      [monthsAgo(1), 0],
    ] as const)
      expect((await confirm(expectProposal(await declare(plan.id, month, rate)), secondSuper)).status).toBe(
        200,
      );
    await postDueInvestments();
    await expectScheduled(sample, { declared: [1_500, -9_000, 0] });
    const matured = await investmentOf(sample._id);
    expect(matured.state).toBe("matured");
    expect(money(matured.due)).toBeLessThan(AMOUNT);
    expect(await readBalance("principal", sample._id)).toBe(0n);
    expect(await db.ledgerEntry.count({ where: { subjectId: sample._id, kind: "loss" } })).toBe(1);
  });
});

describe("a redemption", () => {
  it("in part and in full pays the amount of the preview", async () => {
    const plan = await openPlan(fixed({ payout: "monthly" }));
    const sample = await active(plan, daysAgo(40), 3n * AMOUNT);
    for (const [amount, message] of [
      [String(3n * AMOUNT + 1n), /up to ₦300,000/],
      ["1", /Redeem at least/],
      [String(3n * AMOUNT - 1n), /At least ₦100,000 must remain/],
      ["0", /./],
      ["-5", /./],
      ["1e5", /./],
    ] as const) {
      const answer = await preview(sample._id, amount);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "amount"]);
      expect(answer.body.errors![0]!.message).toMatch(message);
    }
    const shown = (await preview(sample._id, String(AMOUNT))).body.data as Record<string, string>;
    expect((await redeem(sample._id, AMOUNT, daysAgo(1))).body.message).toMatch(/has changed/);
    const answer = await redeem(sample._id, AMOUNT);
    expect(answer.status).toBe(201);
    const redemptions = [{ day: today, amount: AMOUNT }];
    const takenOf = async () => (await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).taken;
    // A redeemed amount releases its capacity at once.
    expect(await takenOf()).toBe(2n * AMOUNT);
    await expectScheduled(sample, { redemptions });
    const posted = (await postedOf(sample._id))[today]!;
    expect(-posted.due_to_investor!).toBe(money(shown.total!));
    expect(-posted.redemption_charges!).toBe(money(shown.charge!));
    expect(await readBalance("principal", sample._id)).toBe(-money(shown.remaining!));
    expect(answer.body.data).toMatchObject({ state: "active", value: shown.remaining });
    // Five parallel redemptions of the rest, the second redemption on this day.
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(sample._id, 2n * AMOUNT)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await investmentOf(sample._id)).toMatchObject({
      state: "redeemed",
      value: null,
      nextPayment: null,
    });
    expect(await readBalance("principal", sample._id)).toBe(0n);
    expect(await takenOf()).toBe(0n);
    expect(await mails("investmentRedeemed")).toBe(2);
    await postDueInvestments();
    expect((await redeem(sample._id, 1n)).status).toBe(409);
    const otherPlan = await openPlan(fixed({ earlyRedemption: null }));
    const kept = await active(otherPlan, daysAgo(40));
    expect((await redeem(kept._id, AMOUNT)).body.errors?.[0]?.message).toMatch(/cannot be redeemed before/);
    const late = await active(
      await openPlan(fixed({ earlyRedemption: { fromDay: 90, charge: 0 } })),
      daysAgo(40),
    );
    expect((await redeem(late._id, AMOUNT)).body.errors?.[0]?.message).toMatch(/can be redeemed from/);
  });
});

describe("reinvestment", () => {
  const tenor = months(3);

  const start = () => addMonths(today, -2);

  /** Posts everything up to the day on which the investment matures. */
  const finish = async ({ _id }: Sample) => {
    const { maturityOn } = await db.investment.findUniqueOrThrow({ where: { id: _id } });
    await postDueInvestments(new Date(maturityOn!.getTime() + 12 * 3_600_000));
    return investmentOf(_id);
  };

  it("of principal and return makes an active investment of the amount that fits; the rest is due", async () => {
    const plan = await openPlan(fixed({ tenor, step: "100" }));
    const sample = await active(plan, start());
    expect((await choose(sample._id, "everything", { ...plan, version: 2 })).status).toBe(409);
    expect((await choose(sample._id, "principal", plan)).status).toBe(200);
    expect((await choose(sample._id, "nothing")).status).toBe(200);
    const chosen = await choose(sample._id, "everything", plan);
    expect(chosen.body.data).toMatchObject({ reinvestment: { choice: "everything", version: 1 } });
    // One email for each choice, so that a choice by another user is detected.
    expect(await mails("reinvestmentChosen")).toBe(3);
    const matured = await finish(sample);
    await expectScheduled(sample, {}, matured.maturityOn!);
    const next = await investmentOf(matured.renewedBy!._id);
    const paid = -(await postedOf(sample._id))[matured.maturityOn!]!.due_to_investor!;
    expect(next).toMatchObject({
      state: "active",
      startOn: matured.maturityOn,
      renews: { _id: sample._id },
      amount: String(paid - (paid % 100n)),
    });
    expect(money(matured.due)).toBe(paid % 100n);
    expect(await readBalance("principal", next._id)).toBe(-money(next.amount));
    expect((await choose(sample._id, "nothing")).status).toBe(409);
    expect(await actionsOf(next._id)).toEqual(["investment.reinvested"]);
  });
});

describe("a change of tax", () => {
  it("applies from its day, and never to posted entries", async () => {
    const change = (from: string, rate: number, by: OwnClient = firstSuper) =>
      by.send("POST", "/api/admin/tax-changes", { from, rate });
    expect((await change(daysAgo(1), 750)).body.errors?.[0]?.path).toBe("from");
    expect((await change(addMonths(today, 12), 750, plain)).status).toBe(403);
    const plan = await openPlan(fixed({ payout: "monthly", fee: 0 }));
    const sample = await active(plan, addMonths(today, -1));
    await postDueInvestments();
    // Other tests have posted returns for future days.
    const { _max } = await db.ledgerEntry.aggregate({ where: { kind: "return_due" }, _max: { on: true } });
    const latest = dayOf(_max.on!);
    expect((await change(latest, 750)).body.errors?.[0]?.message).toMatch(/have been posted/);
    const from = dayAt(dayNumber(latest) + 1);
    const asked = await change(from, 750);
    expect([asked.status, asked.body.error]).toEqual([409, "CONFIRMATION_REQUIRED"]);
    const { proposalId } = asked.body.data as { proposalId: string };
    expect((await confirm(proposalId, secondSuper)).status).toBe(200);
    const page = await (await fetch(`${servers[0]!.url}/plans/${plan.slug}`)).text();
    expect(page).toContain(`10% of the return, 7.5% from ${dayWords(from)}`);
    const end = periodEnds(sample.terms, sample.start).at(-1)!;
    await postDueInvestments(new Date(`${end}T12:00:00Z`));
    const taxChanges = [{ from, rate: 750 }];
    await expectScheduled(sample, { taxChanges }, end);
    expect(scheduledOf(sample, end, { taxChanges })).not.toEqual(scheduledOf(sample, end));
  });
});

it("the ledger passes verification, and agrees with lines, receipts and payouts; a payout that is not in transit is found", async () => {
  const right = await command("verify-ledger", [], database.env, withLib);
  expect([right.code, right.stdout, right.stderr]).toEqual([
    0,
    expect.stringMatching(/^The ledger is right\. Entries: \d+/),
    "",
  ]);
  const problems: string[] = [];
  const verify = async () => {
    problems.length = 0;
    await verifyBooks((problem) => problems.push(problem));
    return problems;
  };
  const row = { source: "receipt", state: "due", amount: 7n, actId: uuidv7() } as const;
  const { id } = await db.amountDue.create({ data: { ...row, on: new Date() } });
  expect(await verify()).toEqual([
    expect.stringMatching(/^Unallocated receipts are .*; undecided lines and refunds due are/),
  ]);
  await db.amountDue.delete({ where: { id } });
  const { id: receiptId } = await db.manualReceipt.create({
    data: { investmentId: id, amount: 7n, on: new Date(), bankReference: id, actId: row.actId },
  });
  await db.moneyAct.create({ data: { id: row.actId, kind: "receipt", subjects: { create: { thing: "receipt", id: receiptId } } } }); // oxfmt-ignore
  expect(await verify()).toEqual([
    expect.stringMatching(/^Expected receipts are .*; open manual receipts are/),
    expect.stringMatching(/^The manual receipt .* is ₦0\.07, and its receipt ₦0\.$/),
  ]);
});
