import fc from "fast-check";
import { expect, it } from "vitest";
import { toBankText } from "./bank-text-rules";

it.each([
  ["Adéọlá Ọ̀ṣun", "Adeola Osun"],
  ["Chukwuemeka Ńwáńkwọ́", "Chukwuemeka Nwankwo"],
  ["Ƙaura & Ɗan'adamu", "Kaura Dan'adamu"],
  ["Straße Łódź", "Strasse Lodz"],
  ["O’Brien <b>", "O'Brien b"],
  ["=SUM(A1)", "SUM(A1)"],
])("%s is sent as %s", (name, sent) => expect(toBankText(name)).toBe(sent));

it("any text has only the bank's characters, and sending it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const sent = toBankText(name);
      expect(sent).toMatch(/^[A-Za-z\d/?:().,'+ -]*$/);
      expect(toBankText(sent)).toBe(sent);
    }),
  );
});
