import { describe, expect, it } from "vitest";
import { normalizeName } from "@/lib/names";
import { areVariants, canonicalName, variantPairs } from "./name-variants";

describe("variants of Nigerian names", () => {
  it.each([
    ["mohammed", "muhammadu"],
    ["mohamed", "muhammad"],
    ["kunle", "adekunle"],
    ["kunle", "olukunle"],
    ["seun", "oluwaseun"],
    ["ngozi", "ngozichukwu"],
    ["emeka", "chukwuemeka"],
    ["emeka", "nnaemeka"],
    ["tunde", "babatunde"],
    ["umar", "omar"],
    ["hadiza", "khadija"],
    ["buraimoh", "ibrahim"],
  ])("%s, %s", (one, other) => {
    expect([areVariants(one, other), areVariants(other, one)]).toEqual([true, true]);
    expect(canonicalName(one)).toBe(canonicalName(other));
  });

  it.each([
    ["adekunle", "olukunle"],
    ["adebayo", "adewale"],
    ["adeola", "ola"],
    ["musa", "isa"],
    ["sani", "sanusi"],
    ["ahmad", "muhammad"],
    ["chukwu", "ngozi"],
    ["kunle", "kunle"],
  ])("not %s, %s", (one, other) => expect(areVariants(one, other)).toBe(false));

  it("are normalized words of one group each, and short forms are shorter", () => {
    const longer = variantPairs.filter(([one, other]) => canonicalName(one) !== canonicalName(other));
    for (const [one, other] of variantPairs) {
      expect([normalizeName(one), normalizeName(other)]).toEqual([one, other]);
      expect(areVariants(one, other)).toBe(true);
    }
    // Names with several short forms have one representative.
    for (const [short, name] of longer) expect(name.length).toBeGreaterThan(short.length);
  });
});
