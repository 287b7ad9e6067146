import { describe, expect, it } from "vitest";
import { checkAmount, reinvestableAmount } from "./rules";

describe("an amount for a plan", () => {
  const limits = { minimum: 250_000_00n, step: 50_000_00n, available: 1_000_000_00n };
  it.each([
    [250_000_00n, null],
    [300_000_00n, null],
    [1_000_000_00n, null],
    [249_999_99n, "The minimum is ₦250,000"],
    [260_000_00n, "Amounts go up in steps of ₦50,000. Enter ₦250,000 or ₦300,000."],
    [300_000_50n, "Enter whole naira, without kobo"],
    [1_050_000_00n, "The most you can invest in this plan is ₦1,000,000"],
  ])("%s: %s", (kobo, message) => expect(checkAmount(kobo, limits)).toBe(message));

  it("names what fits into the rest of the capacity", () => {
    expect(checkAmount(320_000_00n, { ...limits, available: 320_000_00n })).toBe(
      "Amounts go up in steps of ₦50,000. Enter ₦300,000.",
    );
    expect(checkAmount(400_000_00n, { ...limits, available: 320_000_00n })).toBe(
      "The most you can invest in this plan is ₦300,000",
    );
    expect(checkAmount(250_000_00n, { ...limits, available: 1n })).toBe("This plan is full");
    expect(checkAmount(10n ** 15n, { ...limits, available: null })).toBeNull();
  });
});

describe("the amount that is reinvested", () => {
  const plan = { minimum: 100n, step: 10n, capacity: 1_000n };
  it.each([
    [100n, 0n, 100n],
    [109n, 0n, 100n],
    [110n, 0n, 110n],
    [500n, 895n, 100n],
    [500n, 600n, 400n],
  ])("of %d with %d taken is %d", (wanted, taken, amount) =>
    expect(reinvestableAmount(wanted, plan, taken)).toEqual({ amount }),
  );

  it("has to be the minimum, and needs a place", () => {
    expect(reinvestableAmount(99n, plan, 0n)).toEqual({
      reason: "the amount is below the minimum of the plan",
    });
    expect(reinvestableAmount(500n, plan, 901n)).toEqual({ reason: "the plan is full" });
    expect(reinvestableAmount(995n, { ...plan, capacity: null }, 10_000n)).toEqual({ amount: 990n });
  });
});
