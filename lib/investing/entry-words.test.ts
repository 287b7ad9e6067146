import { describe, expect, it } from "vitest";
import { entryWords, ownWords } from "./entry-words";

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
});
