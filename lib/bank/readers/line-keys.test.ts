import { describe, expect, it } from "vitest";
import type { CsvMapping } from "./csv-mapping-schema";
import { findIndistinct, lineKeys } from "./line-keys";
import { parse } from "./parse-statement";

const TODAY = "2026-11-26";
const bytes = (text: string) => new TextEncoder().encode(text);

const mapping: CsvMapping = {
  headerRow: 3,
  date: 0,
  dateOrder: "dmy",
  credit: 4,
  debit: 3,
  balance: 5,
  narration: 2,
  bankReference: 1,
};
const csvHead = `Account Statement,,,,,
"Seedline, clients",,,,,
Transaction Date,Reference,Narration,Debit,Credit,Balance
`;
const read = (text: string, how: CsvMapping | null = mapping) => parse(bytes(text), how, TODAY);

const mt940 = (bookings: string, closing = "C261104NGN250959,50") => `:20:STMT1
:25:058/0123456789
:28C:1/1
:60F:C261102NGN1000,00
${bookings}:62F:${closing}
-
`;

const entry = (amount: string, direction: string, more = "", currency = "NGN", status = "<Cd>BOOK</Cd>") =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>${more}</Ntry>`;
const balance = (kind: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
const camt = (entries: string, closing: string, opening = "1000.00") =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>${balance("OPBD", opening)}${balance("CLBD", closing)}${entries}</Stmt></BkToCstmrStmt></Document>`;
describe("the keys of lines", () => {
  it("are the same in overlapping files, and differ for two equal payments of a day", async () => {
    const twice =
      csvHead.replace("Reference,", "") +
      ["03/11/2026,Same,,5,", "03/11/2026,Same,,5,", "04/11/2026,Other,,5,"].join("\n");
    const { bankReference: _, balance: __, ...plain } = mapping;
    const { lines } = await read(twice, plain);
    const all = lineKeys("0123456789", lines);
    expect(new Set(all).size).toBe(3);
    expect(lineKeys("0123456789", lines.slice(0, 2))).toEqual(all.slice(0, 2));
    expect(lineKeys("9876543210", lines)).not.toEqual(all);
  });
});

describe("two equal payments of a day without a reference", () => {
  const plain: CsvMapping = { headerRow: 1, date: 0, dateOrder: "ymd", amount: 1, narration: 2 };
  const keysOf = async (text: string, how: CsvMapping | null) => lineKeys("", (await read(text, how)).lines);
  const bookings = [1, 2, 3].map((day) => `:61:26110${day}C5,00NTRFNONREF\n:86:Same\n`);
  const mt = (opening: number, closing: number, ...parts: string[]) =>
    mt940(parts.join(""), `C261103NGN${closing},00`).replace("NGN1000,00", `NGN${opening},00`);
  const camtEntry = (day: number) =>
    entry("5.00", "CRDT", "<AddtlNtryInf>Same</AddtlNtryInf>").replace("2026-11-03", `2026-11-0${day}`);

  it.each([
    [
      "CSV with balances",
      "Date,Amount,Narration,Balance\n2026-11-03,5,Same,105\n",
      "Date,Amount,Narration,Balance\n2026-11-03,5,Same,110\n",
      "Date,Amount,Narration,Balance\n2026-11-03,5,Same,110\n2026-11-03,5,Same,105\n",
      { ...plain, balance: 3 },
    ],
    [
      "MT940",
      mt(100, 105, bookings[2]!),
      mt(105, 110, bookings[2]!),
      mt(100, 110, bookings[2]!, bookings[2]!),
      null,
    ],
    [
      "camt.053",
      camt(camtEntry(3), "105.00", "100.00"),
      camt(camtEntry(3), "110.00", "105.00"),
      camt(camtEntry(3) + camtEntry(3), "110.00", "100.00"),
      null,
    ],
  ] as const)("are two, also in two files: %s", async (_, first, second, both, how) => {
    const separate = [...(await keysOf(first, how)), ...(await keysOf(second, how))];
    expect(new Set(separate).size).toBe(2);
    // A file with both transactions gives them the same keys.
    expect((await keysOf(both, how)).toSorted()).toEqual(separate.toSorted());
    expect(findIndistinct((await read(both, how)).lines)).toBeUndefined();
  });

  it("have the same keys in overlapping files, also with the newest line first", async () => {
    const all = await keysOf(mt(100, 115, ...bookings), null);
    expect(await keysOf(mt(105, 115, ...bookings.slice(1)), null)).toEqual(all.slice(1));
    expect(await keysOf(mt(105, 115, ...bookings.slice(1).toReversed()), null)).toEqual(all.slice(1));
    // A second statement in the file begins with its own balance.
    const two = mt(100, 105, bookings[0]!) + mt(105, 115, ...bookings.slice(1));
    expect(await keysOf(two, null)).toEqual(all);
    const statements = camt(camtEntry(1), "105.00", "100.00").replace(
      "</BkToCstmrStmt>",
      `<Stmt>${balance("OPBD", "105.00")}${balance("CLBD", "110.00")}${camtEntry(2)}</Stmt></BkToCstmrStmt>`,
    );
    expect(await keysOf(statements, null)).toEqual(all.slice(0, 2));
  });

  it("are distinguished by their order in the file only, if it has no balances", async () => {
    const text = "Date,Amount,Narration\n2026-11-03,5,Same\n2026-11-03,5,Same\n2026-11-04,5,Same\n";
    const { lines } = await read(text, plain);
    expect(findIndistinct(lines)).toMatchObject({ place: "Line 3" });
    expect(findIndistinct(lines.slice(1))).toBeUndefined();
  });
});
