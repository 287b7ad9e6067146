import { describe, expect, it } from "vitest";
import { fittingAmount } from "./fitting";

describe("the amount that is reinvested", () => {
  const plan = { minimum: 100n, step: 10n, capacity: 1_000n };
  it.each([
    [100n, 0n, 100n],
    [109n, 0n, 100n],
    [110n, 0n, 110n],
    [500n, 895n, 100n],
    [500n, 600n, 400n],
  ])("of %d with %d taken is %d", (wanted, taken, amount) =>
    expect(fittingAmount(wanted, plan, taken)).toEqual({ amount }),
  );

  it("has to be the minimum, and needs a place", () => {
    expect(fittingAmount(99n, plan, 0n)).toEqual({ reason: "the amount is below the minimum of the plan" });
    expect(fittingAmount(500n, plan, 901n)).toEqual({ reason: "the plan is full" });
    expect(fittingAmount(995n, { ...plan, capacity: null }, 10_000n)).toEqual({ amount: 990n });
  });
});
