import { describe, expect, it } from "vitest";
import {
  addBusinessDays,
  businessDaysBetween,
  deadlineAfter,
  deadlineState,
  isBusinessDay,
} from "./business-day-rules";

/** Christmas 2026 is a Friday, Boxing Day a Saturday, and New Year's Day 2027 a Friday. */
const holidays = new Set(["2026-03-19", "2026-03-20", "2026-12-25", "2026-12-26", "2027-01-01"]);

describe("a business day", () => {
  it.each([
    ["2026-11-23", "a Monday", true],
    ["2026-11-27", "a Friday", true],
    ["2026-11-28", "a Saturday", false],
    ["2026-11-29", "a Sunday", false],
    ["2026-12-25", "a holiday", false],
    ["2026-12-26", "a holiday on a Saturday", false],
    ["2026-12-28", "the Monday after a holiday on a Saturday, which is not moved", true],
  ])("%s is %s: %s", (day, _, expected) => {
    expect(isBusinessDay(day, holidays)).toBe(expected);
  });
});

describe("the nth business day after a day", () => {
  it.each([
    ["a Monday", "2026-11-23", 1, "2026-11-24"],
    ["a Friday", "2026-11-27", 1, "2026-11-30"],
    ["a Saturday", "2026-11-28", 1, "2026-11-30"],
    ["a Sunday", "2026-11-29", 2, "2026-12-01"],
    ["a Thursday, over a weekend", "2026-11-26", 2, "2026-11-30"],
    ["a day before two holidays and a weekend", "2026-03-18", 1, "2026-03-23"],
    ["the first of two holidays", "2026-03-19", 2, "2026-03-24"],
    ["a holiday and a holiday on a Saturday", "2026-12-24", 1, "2026-12-28"],
    ["the last business day of the year, before a holiday", "2026-12-31", 1, "2027-01-04"],
    ["a long count over all of it", "2026-12-23", 7, "2027-01-05"],
    ["the end of a February with 29 days", "2028-02-28", 1, "2028-02-29"],
  ])("after %s", (_, day, count, expected) => {
    expect(addBusinessDays(day, count, holidays)).toBe(expected);
  });
});

describe("the deadline of a submission", () => {
  it.each([
    ["in the morning of a Monday", "2026-11-23T08:00:00Z", "2026-11-25T16:00:00.000Z"],
    ["in the night of the same Monday", "2026-11-23T22:59:59Z", "2026-11-25T16:00:00.000Z"],
    ["at midnight in Lagos, a day before UTC's", "2026-11-23T23:00:00Z", "2026-11-26T16:00:00.000Z"],
    ["on a Friday before midnight in Lagos", "2026-11-27T22:59:00Z", "2026-12-01T16:00:00.000Z"],
    ["on a Saturday", "2026-11-28T12:00:00Z", "2026-12-01T16:00:00.000Z"],
    ["before the year's end", "2026-12-31T10:00:00Z", "2027-01-05T16:00:00.000Z"],
  ])("made %s is 17:00 in Lagos of the second business day", (_, submittedAt, expected) => {
    expect(deadlineAfter(new Date(submittedAt), 2, holidays).toISOString()).toBe(expected);
  });
});

describe("the business days between two moments", () => {
  it.each([
    ["the same day", "2026-11-23T08:00:00Z", "2026-11-23T15:00:00Z", 0],
    ["two sides of midnight in Lagos", "2026-11-23T22:59:00Z", "2026-11-23T23:00:00Z", 1],
    ["two sides of midnight in UTC", "2026-11-23T23:30:00Z", "2026-11-24T00:30:00Z", 0],
    ["Friday and Saturday", "2026-11-27T09:00:00Z", "2026-11-28T09:00:00Z", 0],
    ["Friday and Monday", "2026-11-27T09:00:00Z", "2026-11-30T09:00:00Z", 1],
    ["two sides of several holidays", "2026-03-18T09:00:00Z", "2026-03-23T09:00:00Z", 1],
    ["two years", "2026-12-23T09:00:00Z", "2027-01-05T09:00:00Z", 7],
    ["moments in the wrong order", "2026-11-24T09:00:00Z", "2026-11-23T09:00:00Z", 0],
  ])("%s", (_, from, to, expected) => {
    expect(businessDaysBetween(new Date(from), new Date(to), holidays)).toBe(expected);
  });

  it("are at most n exactly if the decision is made by the nth business day", () => {
    const submittedAt = new Date("2026-12-22T09:00:00Z");
    for (const count of [1, 2, 3, 5, 8]) {
      const dueAt = deadlineAfter(submittedAt, count, holidays);
      expect(businessDaysBetween(submittedAt, dueAt, holidays)).toBe(count);
    }
  });
});

describe("a deadline at 17:00 in Lagos", () => {
  const dueAt = new Date("2026-11-25T16:00:00Z");
  it.each([
    ["the evening before", "2026-11-24T22:59:59Z", null],
    ["midnight in Lagos", "2026-11-24T23:00:00Z", "today"],
    ["its last moment", "2026-11-25T16:00:00Z", "today"],
    ["a moment later", "2026-11-25T16:00:00.001Z", "late"],
    ["the day after", "2026-11-26T09:00:00Z", "late"],
  ])("at %s", (_, now, expected) => {
    expect(deadlineState(dueAt, new Date(now))).toBe(expected);
  });
});
