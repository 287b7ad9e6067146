import { describe, expect, it } from "vitest";
import { cancelProblem, isOverdue, isUnpaid, type RequestFacts } from "./rules";

describe("a requested investment", () => {
  const at = new Date("2026-11-26T10:00:00Z");
  const before = new Date(at.getTime() - 1);
  const waiting: RequestFacts = {
    state: "requested",
    received: 0n,
    hasPendingReceipt: false,
    cancelUntil: at,
    expiresAt: at,
  };

  it("takes receipts", () => {
    expect([isUnpaid("requested"), isUnpaid("active"), isUnpaid("expired")]).toEqual([true, false, false]);
  });

  it("can be cancelled until its time, and while nothing was received", () => {
    expect(cancelProblem(waiting, before)).toBeNull();
    expect(cancelProblem(waiting, at)).toMatch(/48 hours/);
    expect(cancelProblem({ ...waiting, received: 1n }, before)).toMatch(/received money/);
    expect(cancelProblem({ ...waiting, hasPendingReceipt: true }, before)).toMatch(/Money has arrived/);
    expect(cancelProblem({ ...waiting, state: "active" }, before)).toBe("This investment is already active");
  });

  it("expires from its time on, only if nothing was received", () => {
    expect(isOverdue(waiting, before)).toBe(false);
    expect(isOverdue(waiting, at)).toBe(true);
    expect(isOverdue({ ...waiting, received: 1n }, at)).toBe(false);
    expect(isOverdue({ ...waiting, hasPendingReceipt: true }, at)).toBe(false);
    expect(isOverdue({ ...waiting, state: "active" }, at)).toBe(false);
  });
});
