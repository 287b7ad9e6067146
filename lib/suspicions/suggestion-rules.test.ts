import { describe, expect, it } from "vitest";
import { suggestionsOf } from "./suggestion-rules";

const day = (on: number, ...amounts: number[]) => ({
  userId: "u",
  day: `2026-03-${String(on).padStart(2, "0")}`,
  amounts: amounts.map(BigInt),
});
const found = (...days: ReturnType<typeof day>[]) =>
  suggestionsOf(days, 100n).map(({ key, total, payments }) => [key, Number(total), payments]);

describe("payments to look at (product 10.43)", () => {
  it("are those of a day that reach the threshold together", () => {
    expect(found(day(2, 99))).toEqual([]);
    expect(found(day(2, 100))).toEqual([["reaches|u|2026-03-02", 100, 1]]);
    expect(found(day(2, 60, 40))).toEqual([["reaches|u|2026-03-02", 100, 2]]);
  });

  it("are those within seven days that reach it together, each day below", () => {
    expect(found(day(2, 60), day(8, 40))).toEqual([["split|u|2026-03-02", 100, 2]]);
    expect(found(day(8, 40), day(2, 60))).toEqual([["split|u|2026-03-02", 100, 2]]);
    expect(found(day(2, 60), day(9, 40))).toEqual([]);
    expect(found(day(2, 60), day(8, 39))).toEqual([]);
    // A later payment can begin the window.
    expect(found(day(2, 60), day(9, 30), day(10, 70))).toEqual([["split|u|2026-03-09", 100, 2]]);
  });

  it("count once, and a day that reaches the threshold is not part of a split", () => {
    expect(found(day(2, 60), day(3, 60), day(4, 60))).toEqual([["split|u|2026-03-02", 180, 3]]);
    expect(found(day(2, 60), day(3, 100))).toEqual([["reaches|u|2026-03-03", 100, 1]]);
    expect(found(day(2, 60), day(5, 60), day(9, 60), day(12, 60))).toEqual([
      ["split|u|2026-03-02", 120, 2],
      ["split|u|2026-03-09", 120, 2],
    ]);
  });
});
