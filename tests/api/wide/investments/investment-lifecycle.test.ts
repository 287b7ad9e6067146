import { describe, expect, it } from "vitest";
import { addMonths } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { postDueInvestments } from "@/lib/investments/posting";
import { newReference } from "@/lib/investments/reference-rules";

import { periodEnds } from "@/lib/plans/schedule-rules";

import { expectErrorLog } from "../../../support/error-log";
import {
  AMOUNT,
  today,
  daysAgo,
  money,
  fixed,
  postedOf,
  expectScheduled,
  months,
  client,
  userId,
  email,
  active,
  investmentOf,
  redeem,
  startWithInvestor,
} from "../../../support/investment-lifecycle";
import { openPlan, type SamplePlan } from "../../../support/investments";
import { sampleTerms } from "../../../support/sample-terms";
import { findMail } from "../../../support/second-approval";

/**
 * The lifecycle of an investment (product 10.33): dues, declared returns, tax changes, redemption and reinvestment. It has a separate
 * installation because the tax applies to all investments. Start days are moved into the past instead of advancing the clock.
 */
startWithInvestor();

const choose = (id: string, choice: string, plan?: SamplePlan) =>
  client.send("PUT", `/api/investments/${id}/reinvestment`, {
    choice,
    ...(plan && { version: plan.version, termsHash: plan.termsHash, accepted: true }),
  });

describe("the amounts due", () => {
  it("that cannot be posted do not block others, however many they are", async () => {
    expectErrorLog("investment.not_posted");
    const plan = await openPlan(fixed({ tenor: months(3) }));
    const [sample, otherInvestment] = [await active(plan, daysAgo(200)), await active(plan, daysAgo(190))];
    const { id: _, ...row } = await db.investment.findUniqueOrThrow({ where: { id: sample._id } });
    // The ledger has no principal for the copies.
    const copies = Array.from({ length: 120 }, () => ({ ...row, id: uuidv7(), reference: newReference() }));
    await db.investment.createMany({ data: copies });
    const where = { id: { in: copies.map(({ id }) => id) } };
    await expect(postDueInvestments()).rejects.toThrow(/too low/);
    for (const investment of [sample, otherInvestment]) await expectScheduled(investment);
    expect(await db.investment.count({ where: { ...where, state: "active" } })).toBe(copies.length);
    expect(await postedOf(copies[0]!.id)).toEqual({});
    await db.investment.deleteMany({ where });
  });
});

describe("a redemption", () => {
  it("continues with the rest to the maturity", async () => {
    const plan = await openPlan(fixed({ payout: "quarterly" }));
    const sample = await active(plan, daysAgo(100), 2n * AMOUNT);
    expect((await redeem(sample._id, AMOUNT)).status).toBe(201);
    const end = periodEnds(sample.terms, sample.start).at(-1)!;
    await postDueInvestments(new Date(`${end}T12:00:00Z`));
    await expectScheduled(sample, { redemptions: [{ day: today, amount: AMOUNT }] }, end);
    expect((await investmentOf(sample._id)).state).toBe("matured");
  });
});

describe("reinvestment", () => {
  const tenor = months(3);

  const start = () => addMonths(today, -2);

  it.each([
    ["the plan is closed", "the plan was closed to new investments"],
    ["the terms changed", "the terms of the plan had changed"],
    ["the plan is full", "the plan is full"],
    ["the investor was rejected", "your verification was not valid on that day"],
  ])("pays everything out if %s, and says so", async (what, reason) => {
    const plan = await openPlan(fixed({ tenor, ...(what.includes("full") && { capacity: "80000000" }) }));
    const sample = await active(plan, start(), 2n * AMOUNT);
    expect((await choose(sample._id, "principal", plan)).status).toBe(200);
    if (what.includes("closed")) await db.plan.update({ where: { id: plan.id }, data: { state: "closed" } });
    if (what.includes("terms"))
      await db.planVersion.create({
        data: {
          planId: plan.id,
          version: 2,
          name: "N",
          summary: "S",
          description: "D",
          risk: "Low",
          terms: { ...sampleTerms, fee: 1 },
          publishedAt: new Date(),
        },
      });
    if (what.includes("full"))
      await db.plan.update({ where: { id: plan.id }, data: { taken: 105_000_000n } });
    if (what.includes("rejected"))
      await db.user.update({ where: { id: userId }, data: { status: "rejected" } });
    const { maturityOn } = sample;
    try {
      await postDueInvestments(new Date(`${maturityOn}T12:00:00Z`));
    } finally {
      await db.user.update({ where: { id: userId }, data: { status: "approved" } });
    }
    await expectScheduled(sample, {}, maturityOn!);
    const matured = await investmentOf(sample._id);
    expect(matured).toMatchObject({ state: "matured", renewedBy: null });
    expect(money(matured.due)).toBe(-(await postedOf(sample._id))[maturityOn!]!.due_to_investor!);
    const mail = await findMail(email, `Your investment ${sample.reference} has matured`);
    expect(mail.text).toContain(reason);
    expect(mail.text).toContain("once two people have approved it");
  });
});
