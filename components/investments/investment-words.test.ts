import { describe, expect, it } from "vitest";
import { nextInstalmentLabel, nextStep } from "./investment-words";

describe("the words of an investment", () => {
  const waiting = {
    state: "requested",
    amount: "10000000",
    received: "0",
    expiresAt: "2026-12-10T09:00:00Z",
  } as const;

  it("say what to do", () => {
    expect(nextStep(waiting)).toBe("Transfer ₦100,000 by 10 December 2026");
    expect(nextStep({ ...waiting, received: "4000050" })).toBe("Transfer the rest, ₦59,999.50");
    for (const state of ["active", "cancelled", "expired"] as const)
      expect(nextStep({ ...waiting, state })).toBe("Nothing to do");
  });

  it("say what is paid next, and whether it is only a target", () => {
    const payment = { day: "2027-11-26", low: "11620000", high: "11620000", isTarget: false };
    expect(nextInstalmentLabel({ nextPayment: payment, waitsFor: "2026-11" })).toBe(
      "Awaiting the declaration for November 2026",
    );
    expect(nextInstalmentLabel({ nextPayment: null, waitsFor: null })).toBe("None");
    expect(nextInstalmentLabel({ nextPayment: payment, waitsFor: null })).toBe(
      "₦116,200 on 26 November 2027",
    );
    expect(
      nextInstalmentLabel({ nextPayment: { ...payment, high: "11800000", isTarget: true }, waitsFor: null }),
    ).toBe("₦116,200 to ₦118,000 on 26 November 2027 (target)");
  });
});
