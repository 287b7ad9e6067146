import { describe, expect, it } from "vitest";
import type { PlanDto } from "@/lib/plans/schema";
import { returnWords, tenorWords } from "@/lib/plans/term-labels";
import { planFacts, termFacts } from "./plan-words";

const plan: PlanDto = {
  slug: "x",
  isOpen: true,
  version: 2,
  publishedAt: "2026-03-02T08:00:00.000Z",
  name: "X",
  summary: "",
  description: "",
  risk: "Medium",
  terms: {
    minimum: "25000000",
    step: "1000000",
    capacity: "100000000000",
    tenor: { unit: "months", count: 12 },
    return: { kind: "declared", low: 900, high: 1_200 },
    dayCount: "actual/365",
    payout: "quarterly",
    earlyRedemption: { fromDay: 90, charge: 250 },
    fee: 0,
    withholdingTax: 1_000,
    riskText: "",
    termsText: "",
  },
};

describe("plan texts", () => {
  it.each([
    [1, "1 month"],
    [6, "6 months"],
    [12, "1 year"],
    [18, "18 months"],
    [36, "3 years"],
  ])("%i months are %s", (count, words) => expect(tenorWords({ unit: "months", count })).toBe(words));

  it("a tenor in days stays in days", () => {
    expect(tenorWords({ unit: "days", count: 1 })).toBe("1 day");
    expect(tenorWords({ unit: "days", count: 360 })).toBe("360 days");
  });

  it("formats a range, and a single rate if it is fixed or both ends are equal", () => {
    expect(returnWords({ kind: "declared", low: 1_400, high: 1_850 })).toBe("14% to 18.5% a year");
    expect(returnWords({ kind: "declared", low: 1_200, high: 1_200 })).toBe("12% a year");
    expect(returnWords({ kind: "fixed", rate: 1_200 })).toBe("12% a year");
  });

  it("lists the five facts in the same order", () => {
    expect(planFacts(plan)).toEqual([
      { title: "Minimum", text: "₦250,000" },
      { title: "Tenor", text: "1 year" },
      { title: "Target return", text: "9% to 12% a year" },
      { title: "Risk", text: "Medium" },
      { title: "Payment frequency", text: "Every quarter" },
    ]);
    const fixed = { ...plan.terms, return: { kind: "fixed" as const, rate: 1_000 } };
    expect(planFacts({ ...plan, terms: fixed })[2]).toEqual({ title: "Return", text: "10% a year" });
  });

  it("states the withholding tax rate of a day, and the announced next one", () => {
    const taxOn = (day: string) =>
      termFacts(
        plan,
        [
          { from: "2026-07-01", rate: 1_000 },
          { from: "2027-01-01", rate: 1_250 },
        ],
        day,
      ).find(({ title }) => title === "Withholding tax")?.text;
    expect(taxOn("2026-03-02")).toBe("10% of the return, 12.5% from 1 January 2027");
    expect(taxOn("2027-01-01")).toBe("12.5% of the return");
  });

  it("lists the other terms", () => {
    expect(termFacts(plan, [], "2026-03-02").map(({ text }) => text)).toEqual([
      "₦10,000 above the minimum",
      "₦1,000,000,000 from all investors",
      "From day 90, at the end of a period, for 2.5% of the redeemed amount",
      "None",
      "10% of the return",
      "Actual days in a 365-day year",
      "2, published on 2 March 2026",
    ]);
  });
});
