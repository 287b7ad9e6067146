import { describe, expect, it } from "vitest";
import { newReference, parseReference } from "./reference-rules";

const ALPHABET = "23456789ACEFHJKMNPRTWXY";

describe("references", () => {
  const references = Array.from({ length: 300 }, newReference);

  it("have one form, and are different", () => {
    for (const reference of references) {
      expect(reference).toMatch(/^SDL-[2-9ACEFHJKMNPRTWXY]{4}-[2-9ACEFHJKMNPRTWXY]{4}$/);
      expect(parseReference(reference)).toBe(reference);
    }
    expect(new Set(references).size).toBe(references.length);
  });

  it("are read as people type them", () => {
    const [reference] = references as [string];
    for (const typed of [
      reference.toLowerCase(),
      ` ${reference.replaceAll("-", " ")} `,
      reference.replaceAll("-", ""),
      reference.replace("SDL-", ""),
      reference.replaceAll("-", "/"),
      reference.replaceAll("-", " – "),
      `(${reference}),`,
      reference.replace("-", "\u200B-\u00AD"),
      reference.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
      reference.replace("SDL", "5OI"),
      reference.slice(0, 4) +
        reference.slice(4).replace(/[2568]/g, (digit) => "ZSGB"["2568".indexOf(digit)]!),
    ])
      expect(parseReference(typed)).toBe(reference);
    for (const typed of [
      "",
      "SDL",
      reference.slice(0, -1),
      `${reference}2`,
      reference.replace(/.$/, "0"),
      "SDL-ÄÖÜ2-2222",
    ])
      expect(parseReference(typed)).toBeNull();
  });

  it("with a wrong character, or with two exchanged, are refused", () => {
    for (const reference of references.slice(0, 50)) {
      const characters = [...reference.slice(4).replace("-", "")];
      for (const [index, character] of characters.entries()) {
        for (const other of ALPHABET)
          if (other !== character) expect(parseReference(characters.with(index, other).join(""))).toBeNull();
        const next = characters[index + 1];
        if (next !== undefined && next !== character)
          expect(
            parseReference(
              characters
                .with(index, next)
                .with(index + 1, character)
                .join(""),
            ),
          ).toBeNull();
      }
    }
  });
});
