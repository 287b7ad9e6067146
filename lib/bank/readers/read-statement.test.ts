import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { csvMappingSchema } from "./csv-mapping-schema";
import { describeFile, readRows, readStatement } from "./read-statement";

/** Files are read in another process (ADR 39). */
const bytes = (text: string) => new TextEncoder().encode(text);
const file = bytes(
  "Date,Narration,Debit,Credit\n20/11/2026,NIP SDL-CP9E-J73Y,,5.00\n21/11/2026,Levy,-1.00,\n",
);

it("returns amounts as they are, and problems with the choice that solves them", async () => {
  const { guess } = await describeFile(file);
  const mapping = csvMappingSchema.parse(guess);
  await expect(readStatement(file, mapping, "2026-11-27")).rejects.toMatchObject({
    message: expect.stringMatching(/^Line 3: /),
    field: "minus",
  });
  const { lines } = await readStatement(file, { ...mapping, minus: "out" }, "2026-11-27");
  expect(lines.map(({ amountKobo }) => amountKobo)).toEqual([500n, -100n]);
});

it("returns the rows of a small table only, because the server receives them at once", async () => {
  const table = (count: number) => bytes(`Reference,Status\n${"SDL-CP9E-J73Y,Paid\n".repeat(count)}`);
  expect(await readRows(table(2))).toMatchObject([{}, { cells: ["SDL-CP9E-J73Y", "Paid"] }, {}]);
  await expect(readRows(table(20_000))).rejects.toMatchObject({
    message: expect.stringContaining("too large") as string,
  });
});

it("ends for a file that needs too much memory, and goes on", async () => {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/s.xml"/></Relationships>`,
    // A cell very far to the right, which the reader fills up with empty ones.
    "xl/worksheets/s.xml":
      '<worksheet><sheetData><row r="1"><c r="ZZZZZZ1"><v>1</v></c></row></sheetData></worksheet>',
  };
  const large = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
  const results = await Promise.allSettled([describeFile(large), describeFile(file)]);
  expect(results).toMatchObject([
    { status: "rejected", reason: { message: expect.stringContaining("too large or complex") as string } },
    { status: "fulfilled", value: { format: "csv" } },
  ]);
});
