import { describe, expect, it } from "vitest";
import { planFacts, returnWords, tenorWords } from "./plan-words";

describe("the description of a plan", () => {
  it.each([
    [1, "1 month"],
    [6, "6 months"],
    [12, "1 year"],
    [18, "18 months"],
    [36, "3 years"],
  ])("%i months are %s", (months, words) => expect(tenorWords(months)).toBe(words));

  it("shows a range, or one number if both ends are equal", () => {
    expect(returnWords({ low: 14, high: 18.5 })).toBe("14% to 18.5% a year");
    expect(returnWords({ low: 12, high: 12 })).toBe("12% a year");
  });

  it("answers the five questions in the same order", () => {
    const plan = {
      id: "x",
      name: "X",
      summary: "",
      description: "",
      minimum: 250_000,
      tenorMonths: 12,
      targetReturn: { low: 9, high: 12 },
      risk: "Medium",
      payout: "Every quarter",
    };
    expect(planFacts(plan)).toEqual([
      { title: "Minimum", text: "₦250,000" },
      { title: "Tenor", text: "1 year" },
      { title: "Target return", text: "9% to 12% a year" },
      { title: "Risk", text: "Medium" },
      { title: "How it pays", text: "Every quarter" },
    ]);
  });
});
