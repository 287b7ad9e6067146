import { describe, expect, it } from "vitest";
import { ageHint } from "./age-hint";

describe("the warning about age bracket and date of birth", () => {
  const YOUNG = /under 18/;
  const OLD = /18 or older/;

  it("changes on the eighteenth birthday in Lagos", () => {
    // 23:30 UTC is half past midnight of the next day in Lagos.
    const eve = new Date("2026-11-20T22:59:59Z");
    const birthday = new Date("2026-11-20T23:00:00Z");
    expect(ageHint("adult", "2008-11-21", eve)).toMatch(YOUNG);
    expect(ageHint("minor", "2008-11-21", eve)).toBeNull();
    expect(ageHint("adult", "2008-11-21", birthday)).toBeNull();
    expect(ageHint("minor", "2008-11-21", birthday)).toMatch(OLD);
  });

  it("treats a user born on a leap day as adult from 1 March", () => {
    expect(ageHint("adult", "2008-02-29", new Date("2026-02-28T12:00:00Z"))).toMatch(YOUNG);
    expect(ageHint("adult", "2008-02-29", new Date("2026-03-01T12:00:00Z"))).toBeNull();
  });

  it("is absent for missing or invalid values", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    for (const date of ["", "2008", "0008-11-21", "2030-01-01"])
      expect(ageHint("adult", date, now)).toBeNull();
    expect(ageHint("", "2020-01-01", now)).toBeNull();
  });
});
