import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";

describe("a line of CSV", () => {
  it("quotes separators and line ends", () => {
    expect(csvLine(["Ada", "Obi, Ada", 'the "best"', "two\nlines", ""])).toBe(
      'Ada,"Obi, Ada","the ""best""","two\nlines",\r\n',
    );
  });

  it.each(["=1+1", "+234", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])(
    "makes %j a text, not a formula",
    (text) => expect(csvLine([text])).toBe(`"'${text}"\r\n`),
  );

  it("does not escape characters inside a cell", () => {
    expect(csvLine(["a=b", "ada@test.example", "2-3"])).toBe("a=b,ada@test.example,2-3\r\n");
  });
});
