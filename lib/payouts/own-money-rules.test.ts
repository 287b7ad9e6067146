import { expect, it } from "vitest";
import { dueSince, stepDeadline } from "./own-money-rules";

const posted = (on: string, amount: bigint) => ({ on, amount });

it("payouts pay the oldest amounts first, and a returned one is due since its return", () => {
  expect(dueSince([])).toBeNull();
  expect(dueSince([posted("2026-01-05", -100n), posted("2026-02-05", -50n)])).toBe("2026-01-05");
  expect(
    dueSince([posted("2026-01-05", -100n), posted("2026-02-05", -50n), posted("2026-02-09", 100n)]),
  ).toBe("2026-02-05");
  expect(dueSince([posted("2026-01-05", -100n), posted("2026-01-09", 40n)])).toBe("2026-01-05");
  expect(dueSince([posted("2026-01-05", -100n), posted("2026-01-09", 100n)])).toBeNull();
  expect(
    dueSince([posted("2026-01-05", -100n), posted("2026-01-09", 100n), posted("2026-01-12", -100n)]),
  ).toBe("2026-01-12");
});

it("a step has whole business days", () => {
  // 2 March 2026 is a Monday.
  expect(stepDeadline("due", "2026-03-02", new Set())).toBe("2026-03-09");
  expect(stepDeadline("due", "2026-03-02", new Set(["2026-03-04"]))).toBe("2026-03-10");
  expect(stepDeadline("checking", "2026-03-06", new Set())).toBe("2026-03-10");
});
