import { expect, it } from "vitest";
import { stepDeadline } from "./own-money-rules";

it("a step has whole business days", () => {
  // 2 March 2026 is a Monday.
  expect(stepDeadline("due", "2026-03-02", new Set())).toBe("2026-03-09");
  expect(stepDeadline("due", "2026-03-02", new Set(["2026-03-04"]))).toBe("2026-03-10");
  expect(stepDeadline("checking", "2026-03-06", new Set())).toBe("2026-03-10");
});
