import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_KOBO, formatKobo, parseAmount, toNaira } from "@/lib/money";

describe("an amount as people type it", () => {
  it.each([
    ["250000", 250_000_00n],
    ["250,000", 250_000_00n],
    ["250 000", 250_000_00n],
    ["₦1 000", 1_000_00n],
    ["₦1\u00a0000", 1_000_00n],
    ["₦1\u202f000", 1_000_00n],
    ["1,000", 1_000_00n],
    ["NGN 1,000", 1_000_00n],
    ["N1,000", 1_000_00n],
    ["1,000 NGN", 1_000_00n],
    [" 1000.50 ", 1_000_50n],
    ["₦1,000,000.00", 1_000_000_00n],
    ["0.01", 1n],
    ["１，０００．５０", 1_000_50n],
    ["\u2066₦1,000\u2069", 1_000_00n],
    ["10,000,000,000,000", MAX_KOBO],
  ])("%j is read", (typed, kobo) => expect(parseAmount(typed)).toEqual({ kobo }));

  const separators = /commas between thousands/;
  it.each([
    ["", /^Enter an amount$/],
    ["₦", /in digits/],
    ["1e21", /in digits/],
    ["2m", /in digits/],
    ["a thousand", /in digits/],
    ["$100", /in digits/],
    ["1000²", /in digits/],
    ["١٠٠٠", /in digits/],
    ["1000-2000", /in digits/],
    ["-5", /above zero/],
    ["₦-5,000", /above zero/],
    ["\u22125", /above zero/],
    ["(5,000)", /above zero/],
    ["0", /above zero/],
    ["0.00", /above zero/],
    ["1.000", separators],
    ["1.000,50", separators],
    ["1,5", separators],
    ["1,00", separators],
    ["10,00,000", separators],
    ["1,000 000", separators],
    ["1 00", separators],
    ["1.000.000", separators],
    [".50", separators],
    ["1000.5", /two digits/],
    ["1000.", /two digits/],
    ["10,000,000,000,000.01", /too large/],
    ["9".repeat(400), /too large/],
  ])("%j is refused", (typed, problem) =>
    expect(parseAmount(typed)).toEqual({ problem: expect.stringMatching(problem) }),
  );

  it("is read back from every way in which it is written", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_KOBO), (kobo) => {
        expect(parseAmount(formatKobo(kobo))).toEqual({ kobo });
        expect(parseAmount(toNaira(kobo))).toEqual({ kobo });
        expect(parseAmount(formatKobo(kobo).replaceAll(",", " "))).toEqual({ kobo });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an amount in naira", () => {
  it.each([
    [0n, "₦0"],
    [5n, "₦0.05"],
    [250_000_00n, "₦250,000"],
    [250_000_50n, "₦250,000.50"],
    [-1_250_00n, "-₦1,250"],
    // A number could not express this.
    [9_007_199_254_740_993n, "₦90,071,992,547,409.93"],
  ])("%s kobo are %s", (kobo, text) => expect(formatKobo(kobo)).toBe(text));
});
