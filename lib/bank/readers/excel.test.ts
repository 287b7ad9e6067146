import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { csvMappingSchema } from "./csv-mapping-schema";
import { describe as describeFile, parse } from "./parse-statement";

/** A cell: text, or the XML of a cell. */
type Cell = string;
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const day = (serial: number) => number(serial, 1);
const formula = (text: string, value: string) => `<c><f>${text}</f><v>${value}</v></c>`;
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const toCell = (cell: Cell, ref: string) =>
  (cell.startsWith("<c") ? cell : `<c t="inlineStr"><is><t>${escape(cell)}</t></is></c>`).replace(
    "<c",
    `<c r="${ref}"`,
  );

const sheetXml = (rows: readonly Cell[][]) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((row, y) => {
      const cells = row.map((cell, x) =>
        cell ? toCell(cell, `${String.fromCharCode(65 + x)}${y + 1}`) : "",
      );
      return `<row r="${y + 1}">${cells.join("")}</row>`;
    })
    .join("")}</sheetData></worksheet>`;

/** Writes a workbook. */
function workbook(...sheets: Cell[][][]): Uint8Array {
  const ids = sheets.map((_, index) => index + 1);
  const main = "http://schemas.openxmlformats.org";
  const office = `${main}/officeDocument/2006/relationships`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${main}/package/2006/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${ids.map((id) => `<sheet name="Page ${id}" sheetId="${id}" r:id="r${id}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${main}/package/2006/relationships">${ids.map((id) => `<Relationship Id="r${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((rows, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(rows)]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

async function read(file: Uint8Array) {
  const { guess, format } = await describeFile(file);
  expect(format).toBe("excel");
  return parse(file, csvMappingSchema.parse(guess), "2026-11-27");
}

const head = ["Date", "Narration", "Debit", "Credit", "Balance"];
const first = [day(46346), "NIP SDL-CP9E-J73Y", "", number("250000.1"), number("251000.1")];
const second = [
  day(46347.5),
  "Levy",
  number("50.300000000000004"),
  "",
  formula("E2-C3", "250949.80000000002"),
];

describe("an .xlsx file", () => {
  it("is read with its days, amounts and the results of its formulas", async () => {
    const file = workbook([["SAMPLE BANK"], ["Account No", number("123456789")], head, first, second]);
    const { account, lines } = await read(file);
    expect(account).toBe("0123456789");
    expect(lines).toMatchObject([
      { on: "2026-11-20", amountKobo: 250_000_10n, narration: "NIP SDL-CP9E-J73Y", place: "Row 4" },
      { on: "2026-11-21", amountKobo: -50_30n, balanceKobo: 250_949_80n, place: "Row 5" },
    ]);
  });

  it("is read from a part of a larger buffer, as the reading process receives it", async () => {
    const file = Buffer.concat([Buffer.alloc(9), workbook([head, first, second])]).subarray(9);
    expect((await read(file)).lines).toHaveLength(2);
  });

  it("may have several sheets, whose headings are repeated", async () => {
    const { lines, setAside } = await read(workbook([["About"]], [head, first], [head, second]));
    expect(lines.map(({ place }) => place)).toEqual(["Page 2, row 2", "Page 3, row 2"]);
    expect(setAside).toMatchObject([{ place: "Page 3, row 1", why: "Headings" }]);
  });

  it("is refused if it is damaged or none", async () => {
    const file = workbook([head, first]);
    await expect(describeFile(file.slice(0, -30))).rejects.toThrow("This file is damaged");
    await expect(describeFile(zipSync({ "a.txt": strToU8("x") }))).rejects.toThrow(
      "This is not an Excel file",
    );
    const broken = zipSync({ "xl/workbook.xml": strToU8("<workbook><sheets>") });
    await expect(describeFile(broken)).rejects.toThrow("This Excel file cannot be read");
  });

  it("is refused if it would be very large when unpacked", async () => {
    const bomb = zipSync({
      "xl/workbook.xml": strToU8("<workbook/>"),
      "xl/worksheets/sheet1.xml": new Uint8Array(101_000_000),
    });
    expect(bomb.length).toBeLessThan(200_000);
    await expect(describeFile(bomb)).rejects.toThrow("This Excel file is too large");
  });
});
