import { describe, expect, it } from "vitest";
import { entryWords, ownWords, postingWords } from "./entry-labels";

describe("the words for entries", () => {
  it("say whether a return is before or after tax", () => {
    expect([entryWords("return_due"), ownWords("return_due"), ownWords("allocation")]).toEqual([
      "Return due, before tax",
      "Return due, after tax",
      "Invested",
    ]);
  });

  it("name every entry", () => {
    expect(["receipt_match", "allocation", "payout", "unknown"].map(entryWords)).toEqual([
      "Received",
      "Invested",
      "Payout",
      "unknown",
    ]);
  });

  it("tell both sides of a move apart", () => {
    const of = (kind: string) =>
      ["principal", "due_to_investor"].map((account) => postingWords({ kind, account }));
    expect(of("principal_due")).toEqual(["No longer invested", "Principal due"]);
    expect(of("reinvestment")).toEqual(["Reinvested", "Used for a reinvestment"]);
    expect(of("return_due")).toEqual(Array(2).fill("Return due, after tax"));
  });
});
