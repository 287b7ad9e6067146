import { describe, expect, it } from "vitest";
import { entryLabel, netEntryLabel, postingLabel } from "./entry-labels";

describe("the words for entries", () => {
  it("say whether a return is before or after tax", () => {
    expect([entryLabel("return_due"), netEntryLabel("return_due"), netEntryLabel("allocation")]).toEqual([
      "Return due, before tax",
      "Return due, after tax",
      "Invested",
    ]);
  });

  it("name every entry", () => {
    expect(["receipt_match", "allocation", "payout", "unknown"].map(entryLabel)).toEqual([
      "Received",
      "Invested",
      "Payout",
      "unknown",
    ]);
  });

  it("tell both sides of a move apart", () => {
    const of = (kind: string) =>
      ["principal", "due_to_investor"].map((account) => postingLabel({ kind, account }));
    expect(of("principal_due")).toEqual(["No longer invested", "Principal due"]);
    expect(of("reinvestment")).toEqual(["Reinvested", "Used for reinvestment"]);
    expect(of("return_due")).toEqual(Array(2).fill("Return due, after tax"));
  });
});
