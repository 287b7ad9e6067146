import { describe, expect, it } from "vitest";
import { countCharacters, foldText, normalizeLines, normalizeText } from "./text";

describe("the normal form of a text", () => {
  it.each([
    ["  Ada \u00a0 Obi\t", "Ada Obi"],
    ["Ad\u200be\u0301o\u0323la\ufeff", "Ad\u00e9\u1ecdla"],
    ["O\u2019Neil", "O\u2019Neil"],
    ["e\u200d\u0301", "\u00e9"],
  ])("of %j is %j", (typed, normal) => {
    expect(normalizeText(typed)).toBe(normal);
    expect(normalizeText(normal)).toBe(normal);
  });

  it("keeps lines", () => {
    expect(normalizeLines(" 1 Broad  Street\r\n\u200bIkeja \rLagos\n")).toBe("1 Broad Street\nIkeja\nLagos");
  });
});

describe("the folded form of a text", () => {
  it.each([
    ["Ad\u00e9\u1ecdl\u00e1", "adeola"],
    ["Ade\u0301o\u0323la\u0301", "adeola"],
    ["\u018aanjuma \u0198asim", "danjuma kasim"],
    ["O\u2019NEIL", "o'neil"],
    ["O`Neil", "o'neil"],
    ["Ada\u00a0\u00a0 Obi", "ada obi"],
    ["\uff21\uff44\uff41", "ada"],
  ])("of %j is %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

it.each([
  ["", 0],
  ["Ada", 3],
  ["o\u0323\u0301", 1],
  ["\u{1F468}\u200d\u{1F469}\u200d\u{1F467}", 1],
])("%j has %i characters", (text, count) => {
  expect(countCharacters(text)).toBe(count);
});
