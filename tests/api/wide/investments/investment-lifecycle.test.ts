import { describe, expect, it } from "vitest";
import { addMonths, dateOf } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { postDueInvestments } from "@/lib/investments/posting";
import { newReference } from "@/lib/investments/reference-rules";
import { credit, debit, postEntries } from "@/lib/ledger/entries";
import { periodEnds, scheduleOf } from "@/lib/plans/schedule-rules";
import { toTerms } from "@/lib/plans/terms-schema";
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
  startWithInvestor,
  client,
  userId,
  email,
  active,
  investmentOf,
  redeem,
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
    const [broken, otherInvestment] = [await active(plan, daysAgo(200)), await active(plan, daysAgo(190))];
    const { id: _, ...row } = await db.investment.findUniqueOrThrow({ where: { id: broken._id } });
    const copies = Array.from({ length: 120 }, () => ({ ...row, id: uuidv7(), reference: newReference() }));
    await db.investment.createMany({ data: copies });
    const ids = [broken._id, ...copies.map(({ id }) => id)];
    const schedule = scheduleOf(toTerms(broken.terms), AMOUNT, broken.start);
    const { day } = (schedule.kind === "fixed" ? schedule.instalments : schedule.low)[0]!;
    // Another entry was posted under the key.
    await transaction((tx) =>
      postEntries(
        tx,
        ids.map((id) => ({
          key: `return_due:${id}:${day}`,
          kind: "transfer",
          on: today,
          postings: [debit("bank", 1n), credit("general_ledger", 1n)],
        })),
      ),
    );
    await expect(postDueInvestments()).rejects.toThrow(/key was used|too low/);
    await expectScheduled(otherInvestment);
    expect((await investmentOf(broken._id)).state).toBe("active");
    expect(await postedOf(broken._id)).toEqual({});
    await db.investment.deleteMany({ where: { id: { in: copies.map(({ id }) => id) } } });
    await db.investment.update({
      where: { id: broken._id },
      data: {
        startOn: dateOf(today),
        paidOn: dateOf(today),
        nextDueOn: dateOf(addMonths(today, 3)),
        maturityOn: dateOf(addMonths(today, 3)),
      },
    });
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
