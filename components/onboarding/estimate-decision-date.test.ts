import { describe, expect, it } from "vitest";
import { describeEstimate, estimateDecisionDate, expectedBusinessDays } from "./estimate-decision-date";

describe("the expected day of the decision", () => {
  it.each([
    ["a Saturday", "2026-11-21T14:03:00Z", "Tuesday, 24 November 2026"],
    ["a Sunday", "2026-11-22T14:03:00Z", "Tuesday, 24 November 2026"],
    ["a Monday", "2026-11-23T09:00:00Z", "Wednesday, 25 November 2026"],
    ["a Thursday", "2026-11-26T09:00:00Z", "Monday, 30 November 2026"],
    ["a Friday", "2026-11-27T09:00:00Z", "Tuesday, 1 December 2026"],
    ["a Friday night that is Saturday in Lagos", "2026-11-27T23:30:00Z", "Tuesday, 1 December 2026"],
    ["a Thursday night that is Friday in Lagos", "2026-11-26T23:30:00Z", "Tuesday, 1 December 2026"],
    ["the year's last Thursday", "2026-12-31T09:00:00Z", "Monday, 4 January 2027"],
  ])("after %s", (_, submittedAt, expected) => {
    expect(estimateDecisionDate(submittedAt, new Date(submittedAt))).toEqual({
      day: expected,
      overdue: false,
    });
  });
  it.each([
    ["2026-11-24T22:59:00Z", false],
    ["2026-11-24T23:00:00Z", true],
    ["2026-12-01T09:00:00Z", true],
  ])("is overdue after the end of that day in Lagos (%s)", (now, overdue) => {
    expect(estimateDecisionDate("2026-11-21T14:03:00Z", new Date(now))).toMatchObject({ overdue });
  });
  it("is null if nothing was submitted", () => {
    expect(estimateDecisionDate(null)).toBeNull();
    expect(estimateDecisionDate("never")).toBeNull();
  });
  it("skips holidays and takes the estimate's number of days", () => {
    const now = new Date("2026-12-24T09:00:00Z");
    const holidays = new Set(["2026-12-25", "2026-12-26"]);
    const dayAfter = (days: number) =>
      estimateDecisionDate("2026-12-24T09:00:00Z", now, { days, holidays })?.day;
    expect(dayAfter(1)).toBe("Monday, 28 December 2026");
    expect(dayAfter(3)).toBe("Wednesday, 30 December 2026");
  });
});

describe("the estimate in words", () => {
  it.each([
    [null, ", usually within 1-2 business days.", 2],
    [
      { p50: 1, p90: 3 },
      ". Half of the verifications like yours were decided within 1 business day, 9 of 10 within 3.",
      3,
    ],
    [
      { p50: 2, p90: 5 },
      ". Half of the verifications like yours were decided within 2 business days, 9 of 10 within 5.",
      5,
    ],
    [{ p50: 0, p90: 1 }, ". 9 out of 10 verifications like yours were decided within 1 business day.", 1],
    [{ p50: 0, p90: 0 }, ". 9 out of 10 verifications like yours were decided within 1 business day.", 1],
    [{ p50: 4, p90: 4 }, ". 9 out of 10 verifications like yours were decided within 4 business days.", 4],
  ])("%j", (estimate, text, days) => {
    expect(describeEstimate(estimate)).toBe(`A reviewer checks your answers against your documents${text}`);
    expect(expectedBusinessDays(estimate)).toBe(days);
  });
});
