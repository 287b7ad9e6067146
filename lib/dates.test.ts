import { describe, expect, it } from "vitest";
import { dayOf, isDay, lagosDay, toDay } from "./dates";

describe("days", () => {
  it.each([
    ["2026-11-24T22:59:59Z", "2026-11-24"],
    ["2026-11-24T23:00:00Z", "2026-11-25"],
    ["2026-12-31T23:30:00Z", "2027-01-01"],
  ])("%s is %s in Lagos", (at, day) => {
    expect(lagosDay(new Date(at))).toBe(day);
  });

  it("of the database are midnight UTC", () => {
    expect(dayOf(new Date("1990-05-17T00:00:00Z"))).toBe("1990-05-17");
  });

  it.each([
    ["2028-02-29", true],
    ["2026-02-29", false],
    ["2026-2-9", false],
    ["0000-01-01", false],
    ["1899-12-31", false],
    ["1900-01-01", true],
    ["9999-12-31", true],
    ["", false],
  ])("%j is one: %s", (text, is) => {
    expect(isDay(text)).toBe(is);
  });

  it.each([
    ["1990-05-16T23:00:00.000Z", "1990-05-17"],
    ["1990-05-16T18:00:00-05:00", "1990-05-17"],
    ["1990-05-17T08:00:00", "1990-05-17"],
    ["1990-05-17", "1990-05-17"],
    ["yesterday", "yesterday"],
    ["1990-13-40T00:00:00Z", "1990-13-40T00:00:00Z"],
  ])("a date picker's %s means %s", (sent, day) => {
    expect(toDay(sent)).toBe(day);
  });
});
