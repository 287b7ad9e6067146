import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";

describe("a CSV line", () => {
  it("quotes separators, quotation marks and line breaks", () => {
    expect(csvLine(["Ada", "Obi, Ada", 'the "best"', "two\nlines", ""])).toBe(
      'Ada,"Obi, Ada","the ""best""","two\nlines",\r\n',
    );
  });

  it.each(["=1+1", "+234", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])(
    "writes %j as text, not as a formula",
    (text) => expect(csvLine([text])).toBe(`"'${text}"\r\n`),
  );

  it("does not change operators inside a value", () => {
    expect(csvLine(["a=b", "ada@test.example", "2-3"])).toBe("a=b,ada@test.example,2-3\r\n");
  });
});
