import { describe, expect, it } from "vitest";
import { emptyPlan, readPlan, toValues, type PlanValues } from "./plan-values";

const filled: PlanValues = {
  ...emptyPlan,
  name: "Short Notes",
  summary: "Notes of a few months.",
  description: "The plan lends money for a short time.",
  risk: "Low",
  minimum: "₦250,000",
  rate: "12.5",
  riskText: "You can lose money.",
  termsText: "All terms.",
};
const read = (values: Partial<PlanValues>) => readPlan({ ...filled, ...values });

describe("the form of a plan", () => {
  it("is read into kobo and basis points", () => {
    expect(
      read({ capacity: "1,000,000,000.50", early: "yes", earlyFrom: "90", earlyCharge: "2.5" }),
    ).toMatchObject({
      content: {
        name: "Short Notes",
        terms: {
          minimum: "25000000",
          step: "1000000",
          capacity: "100000000050",
          tenor: { unit: "months", count: 12 },
          return: { kind: "fixed", rate: 1_250 },
          earlyRedemption: { fromDay: 90, charge: 250 },
          fee: 0,
          withholdingTax: 1_000,
        },
      },
    });
  });

  it.each<Partial<PlanValues>>([
    {},
    { capacity: "1,000,000,000.50" },
    { returnKind: "declared", low: "9", high: "12.25", rate: "" },
    { early: "yes", earlyFrom: "90", earlyCharge: "2.5", tenorUnit: "days", tenorCount: "91" },
  ])("is edited as it was stored: %o", (values) => {
    const first = read(values);
    if (!("content" in first)) throw new Error(JSON.stringify(first));
    expect(readPlan(toValues(first.content))).toEqual(first);
  });

  it.each<[Partial<PlanValues>, Record<string, unknown>]>([
    [{ minimum: "1e21" }, { minimum: expect.stringMatching(/digits/) }],
    [{ minimum: "" }, { minimum: "Enter an amount" }],
    [{ step: "1.000" }, { step: expect.stringMatching(/commas/) }],
    [{ capacity: "100" }, { capacity: "The capacity is below the minimum" }],
    [{ tenorCount: "1.5" }, { tenorCount: "Enter a whole number of months from 1 to 120" }],
    [{ tenorUnit: "days", tenorCount: "0" }, { tenorCount: "Enter a whole number of days from 1 to 3,650" }],
    [{ rate: "101" }, { rate: "Enter a percentage from 0 to 100" }],
    [{ rate: "" }, { rate: "Enter a percentage from 0 to 100" }],
    [{ returnKind: "declared", low: "9", high: "8" }, { high: "The highest target is below the lowest" }],
    [{ early: "yes", earlyFrom: "400" }, { earlyFrom: "Choose a day before the plan ends" }],
    [{ early: "yes", earlyFrom: "" }, { earlyFrom: "Enter a whole number of days from 1 to 3,650" }],
    [{ name: "" }, { name: "Enter a name of at least 2 characters" }],
    [{ termsText: "" }, { termsText: "Enter the terms" }],
  ])("%o: the error is at the field", (values, errors) => expect(read(values)).toEqual({ errors }));

  it("names everything that is missing at once", () => {
    const result = readPlan(emptyPlan);
    expect(Object.keys("errors" in result ? result.errors : {}).toSorted()).toEqual(
      ["description", "minimum", "name", "rate", "risk", "riskText", "summary", "termsText"].toSorted(),
    );
  });
});
