import { describe, expect, it } from "vitest";
import { estimateDecisionDate } from "./estimate-decision-date";

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
});
