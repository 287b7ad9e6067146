import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv-line";

describe("a line of CSV", () => {
  const cells = ["Ada", "Obi, Ada", 'the "best"', "two\nlines", "", "a;b", "a=b", "2-3", "ada@test.example"];

  it("quotes every cell", () => {
    expect(csvLine(["Ada", 'the "best"', "", "a=b"])).toBe('"Ada","the ""best""","","a=b"\r\n');
    expect(parse(csvLine(cells))).toEqual([cells]);
  });

  it.each(["a;=1+1", "a\t+1", "a|@SUM(A1)", "a,-1", "a\n=1"])(
    "lets no formula begin within %j, for a program that separates by something else",
    (text) => expect(csvLine([text])).toBe(`"${text.slice(0, 2)}'${text.slice(2)}"\r\n`),
  );

  it.each(["=1+1", "+234", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])(
    "makes %j a text, not a formula",
    (text) => expect(csvLine([text])).toMatch(/^"'/),
  );
});
