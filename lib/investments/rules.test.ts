import { describe, expect, it } from "vitest";
import { cancelProblem, investmentStates, isOverdue, stateAfter, type Act, type RequestFacts } from "./rules";

const acts: Act[] = ["cancel", "expire", "pay", "undo", "mature", "redeem"];

describe("the states of an investment", () => {
  it.each([
    ["requested", "cancelled", "expired", "active", null, null, null],
    ["active", null, null, null, "requested", "matured", "redeemed"],
    ["cancelled", null, null, null, null, null, null],
    ["expired", null, null, null, null, null, null],
    ["matured", null, null, null, null, null, null],
    ["redeemed", null, null, null, null, null, null],
  ] as const)("%s: cancel, expire, pay, undo, mature, redeem", (state, ...after) =>
    expect(acts.map((act) => stateAfter(state, act))).toEqual(after),
  );

  it("are all in this table", () =>
    expect(investmentStates).toEqual(["requested", "active", "cancelled", "expired", "matured", "redeemed"]));

  const at = new Date("2026-11-26T10:00:00Z");
  const before = new Date(at.getTime() - 1);
  const waiting: RequestFacts = {
    state: "requested",
    received: 0n,
    hasPendingReceipt: false,
    cancelUntil: at,
    expiresAt: at,
  };

  it("an investment can be cancelled until its time, and while nothing was received", () => {
    expect(cancelProblem(waiting, before)).toBeNull();
    expect(cancelProblem(waiting, at)).toMatch(/48 hours/);
    expect(cancelProblem({ ...waiting, received: 1n }, before)).toMatch(/received money/);
    expect(cancelProblem({ ...waiting, hasPendingReceipt: true }, before)).toMatch(/Money has arrived/);
    expect(cancelProblem({ ...waiting, state: "active" }, before)).toBe("This investment is already active");
  });

  it("an investment expires from its time on, only if nothing was received", () => {
    expect(isOverdue(waiting, before)).toBe(false);
    expect(isOverdue(waiting, at)).toBe(true);
    expect(isOverdue({ ...waiting, received: 1n }, at)).toBe(false);
    expect(isOverdue({ ...waiting, hasPendingReceipt: true }, at)).toBe(false);
    expect(isOverdue({ ...waiting, state: "active" }, at)).toBe(false);
  });
});
