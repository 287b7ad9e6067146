import { describe, expect, it } from "vitest";
import { formatRate, monthWords, parseRate, parseSignedRate } from "./rates";

describe("rates in basis points", () => {
  it.each([
    [0, "0%"],
    [5, "0.05%"],
    [50, "0.5%"],
    [1_000, "10%"],
    [1_250, "12.5%"],
    [-2_005, "-20.05%"],
  ])("%i is %s", (bps, text) => expect(formatRate(bps)).toBe(text));

  it.each([
    ["10", 1_000],
    [" 12.5 % ", 1_250],
    ["0.05", 5],
    ["100%", 10_000],
    ["12,5", null],
    ["1.234", null],
    ["-1", null],
    ["", null],
    ["1e2", null],
  ])("%j is read as %s", (typed, bps) => expect(parseRate(typed)).toBe(bps));
});

it("reads rates below zero, and writes months", () => {
  expect(["-2.5 %", "\u2212 3", "4", "--1", ""].map(parseSignedRate)).toEqual([-250, -300, 400, null, null]);
  expect(monthWords("2026-11")).toBe("November 2026");
});
