import { describe, expect, it } from "vitest";
import type { CsvMapping } from "./csv-mapping-schema";
import { describe as describeFile, parse } from "./parse-statement";

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
const csvLines = [
  '02/11/2026,A1,Opening balance,,,"1,000.00"',
  '03/11/2026,A2,SDL-7K2Q-M4PX ADA OBI,,"250,000.00","251,000.00"',
  '03/11/2026,A3,Charges,50.5,,"250,949.50"',
  '04/11/2026,A4,Transfer,,10,"250,959.50"',
];
const csv = (lines = csvLines) => csvHead + lines.join("\n") + "\n";
const read = (text: string, how: CsvMapping | null = mapping) => parse(bytes(text), how, TODAY);

const mt940 = (bookings: string, closing = "C261104NGN250959,50") => `:20:STMT1
:25:058/0123456789
:28C:1/1
:60F:C261102NGN1000,00
${bookings}:62F:${closing}
-
`;
const mtBookings = `:61:2611031103C250000,00NTRFSDL-7K2Q-M4PX//BANK1
ADA OBI
:86:Transfer from
ADA OBI
:61:2611031103D50,50NCHGNONREF//BANK2
:86:Charges
:61:261104C10,NTRFX//BANK3
`;

const entry = (amount: string, direction: string, more = "", currency = "NGN", status = "<Cd>BOOK</Cd>") =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>${more}</Ntry>`;
const balance = (kind: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
const camt = (entries: string, closing: string, opening = "1000.00") =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>${balance("OPBD", opening)}${balance("CLBD", closing)}${entries}</Stmt></BkToCstmrStmt></Document>`;
const payment = `<AcctSvcrRef>BANK1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Ada Obi</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>SDL-7K2Q-M4PX</Ustrd></RmtInf></TxDtls></NtryDtls>`;

describe("one statement in three formats", () => {
  it.each([
    ["CSV", csv(), mapping],
    ["MT940", mt940(mtBookings), null],
    [
      "camt.053",
      camt(entry("250000.00", "CRDT", payment) + entry("50.50", "DBIT") + entry("10", "CRDT"), "250959.50"),
      null,
    ],
  ] as const)("has the same bookings: %s", async (_, text, how) => {
    const { lines } = await read(text, how);
    expect(lines.map(({ amountKobo }) => amountKobo)).toEqual([25_000_000n, -5_050n, 1_000n]);
    expect(lines[0]).toMatchObject({ on: "2026-11-03", narration: expect.stringContaining("SDL-7K2Q-M4PX") });
  });

  it("says the account and the payer where the format does", async () => {
    expect((await read(mt940(mtBookings), null)).account).toBe("0123456789");
    const { account, lines } = await read(camt(entry("10.00", "CRDT", payment), "1010"), null);
    expect([account, lines[0]!.counterparty, lines[0]!.bankReference, lines[0]!.narration]).toEqual([
      "0123456789",
      "Ada Obi",
      "BANK1",
      "SDL-7K2Q-M4PX",
    ]);
  });

  it("has one line for a booking of several payments, and leaves out what is only announced", async () => {
    const both = `<NtryDtls>${["6.00", "4.00"].map((part) => `<TxDtls><Amt Ccy="NGN">${part}</Amt></TxDtls>`).join("")}</NtryDtls>`;
    const text = camt(entry("10.00", "CRDT", both) + entry("7.00", "CRDT", "", "NGN", "PDNG"), "1010.00");
    const { lines } = await read(text, null);
    expect(lines.map(({ amountKobo }) => amountKobo)).toEqual([1_000n]);
    expect(lines[0]!.parts.map(({ amountKobo }) => amountKobo)).toEqual([600n, 400n]);
  });

  it("leaves out bookings of zero", async () => {
    const zero = ":61:2611031103C0,NTRFX//BANK4\n";
    expect((await read(mt940(zero + mtBookings), null)).lines).toHaveLength(3);
    expect(
      (await read(camt(entry("0.00", "CRDT") + entry("10", "CRDT"), "1010.00"), null)).lines,
    ).toHaveLength(1);
    await expect(read(camt(entry("0.00", "CRDT"), "1000.00"), null)).rejects.toThrow("has no transactions");
  });

  it("is read with the newest line first, too", async () => {
    expect((await read(csv(csvLines.toReversed()))).lines).toEqual(
      (await read(csv())).lines.map((line) => ({ ...line, place: expect.any(String) as string })),
    );
  });
});

describe("a statement is refused whole", () => {
  it.each([
    [
      "a missing line",
      csv(csvLines.toSpliced(2, 1)),
      "Line 6: the balance does not match the adjacent line. A line is missing or wrong",
    ],
    [
      "reversed signs",
      csv().replace(',,"250,000.00"', ',"250,000.00",'),
      "Line 5: the balance does not match the adjacent line",
    ],
    [
      "another order of dates",
      csv().replace("04/11/2026", "11/14/2026"),
      'Line 7: "11/14/2026" is not a date in the order day, month, year',
    ],
    ["a day in the future", csv().replace("04/11/2026", "04/12/2026"), "Line 7: 2026-12-04 is in the future"],
    [
      "money in and out",
      csv().replace("50.5,,", "50.5,1,"),
      "Line 6: the line has both money in and money out",
    ],
    ["another currency", csv().replace("50.5", "$50.5"), 'Line 6: "$50.5" is not a valid amount'],
    ["a line that is cut off", csv().trimEnd().slice(0, -14), /^Line 7: \d fields instead of 6$|Quote/],
    ["an open quote", csv().trimEnd().slice(0, -1), /^Line 7: Quote Not Closed/],
    [
      "a quote that takes in other lines",
      csv(csvLines.toSpliced(1, 2, '03/11/2026,A2,"pipe 5,,1,1', '03/11/2026,A3,pipe "5,,1,1')),
      "Line 6: a quote is not closed",
    ],
    [
      "more than ten trillion naira in all",
      csvHead + ["A1,x,,9000000000000,", "A2,x,9000000000000,,"].map((row) => `03/11/2026,${row}`).join("\n"),
      "The lines add up to more than ₦10,000,000,000,000",
    ],
    ["no bookings", csvHead, "The statement has no transactions"],
  ])("CSV with %s", async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it.each([
    [
      "a missing booking",
      mt940(mtBookings.replace(/:61:261104.*\n/, "")),
      "The lines lead to a balance of ₦250,949.50, but the statement ends with ₦250,959.50. A line is missing or wrong",
    ],
    [
      "the end missing",
      mt940(mtBookings).replace(/:62F[\s\S]*/, ""),
      "The file ends before the closing balance",
    ],
    ["another currency", mt940(mtBookings).replaceAll("NGN", "USD"), "Line 4: the currency is USD, not NGN"],
    ["a booking that is none", mt940(":61:yesterday\n"), 'Line 5: "yesterday" is not a valid transaction'],
    [
      "a day that is none",
      mt940(mtBookings.replace("2611031103C", "260230C")),
      "Line 5: 260230 is not a valid date",
    ],
    [
      "a second account",
      mt940(mtBookings) + mt940(mtBookings).replace("0123456789", "9876543210"),
      "Line 15: this statement is for another account",
    ],
  ])("MT940 with %s", async (_, text, message) => {
    await expect(read(text, null)).rejects.toThrow(message);
  });

  it.each([
    ["a missing entry", camt(entry("10", "CRDT"), "1020"), /A line is missing or wrong\.$/],
    [
      "two currencies",
      camt(entry("10", "CRDT") + entry("10", "CRDT", "", "USD"), "1010"),
      "Entry 2: the currency is USD, not NGN",
    ],
    ["no closing balance", camt("", "1000").replace("CLBD", "XXXX"), "The statement has no closing balance"],
    ["a third decimal", camt(entry("10.005", "CRDT"), "1010"), 'Entry 1: "10.005" is not a valid amount'],
    [
      "an entity",
      '<!DOCTYPE a [<!ENTITY b "c">]>' + camt(entry("10", "CRDT"), "1010"),
      /a DOCTYPE is not accepted/,
    ],
    ["the end missing", camt(entry("10", "CRDT"), "1010").slice(0, -30), /unclosed|unexpected end/i],
    ["another document", "<Document><Other/></Document>", "This is not a camt.053 statement"],
  ])("camt.053 with %s", async (_, text, message) => {
    await expect(read(text, null)).rejects.toThrow(message);
  });

  it("that is no text", async () => {
    for (const file of [
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]),
      new Uint8Array(0),
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]),
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      bytes("%PDF-1.7"),
    ])
      await expect(parse(file, null, TODAY)).rejects.toThrow(/^This /);
  });
});

describe("a file that would take too much time or memory is refused at once", () => {
  const many = (count: number, text: string) => text.repeat(count);
  it.each([
    ["lines of CSV", csvHead + many(50_001, "03/11/2026,A,x,,1,\n"), mapping],
    ["bookings of MT940", mt940(many(50_001, ":61:261103C1,00NTRFX\n")), null],
    ["lines of text in MT940", mt940(many(1_000_000, "\n")), null],
    ["entries of camt.053", camt(many(50_001, entry("1.00", "CRDT")), "51001.00"), null],
    ["announced entries of camt.053", camt(many(50_001, "<Ntry/>"), "1000.00"), null],
  ] as const)("for too many %s", async (_, text, how) => {
    await expect(read(text, how)).rejects.toThrow("A statement can have at most 50,000 lines");
  });

  it("for too many columns", async () => {
    await expect(read(`date,amount,narration${many(198, ",x")}\n`)).rejects.toThrow(
      "Line 1: a row can have at most 200 columns",
    );
  });

  it.each([
    ["elements", many(250_000, "<a/>")],
    ["attributes", `<a ${Array.from({ length: 200_000 }, (_, n) => `b${n}=""`).join(" ")}/>`],
    ["texts", `<a>${many(1_000_001, "x")}</a>`],
  ])("for too many %s in an entry", async (_, more) => {
    await expect(read(camt(entry("1.00", "CRDT", more), "1001.00"), null)).rejects.toThrow(
      "an entry is too long",
    );
  });

  it("for an entry of more payments than a statement may have lines, but not for fewer", async () => {
    const part = '<NtryDtls><TxDtls><Amt Ccy="NGN">1</Amt></TxDtls></NtryDtls>';
    const text = camt(entry("20000", "CRDT", many(20_000, part)), "21000.00");
    expect((await read(text, null)).lines[0]!.parts).toHaveLength(20_000);
    const three = entry("1", "CRDT", many(20_000, part));
    await expect(read(camt(three + three + three, "1003.00"), null)).rejects.toThrow("at most 50,000 lines");
  });

  // A CSV line may be this long.
  const long = many(60_000, "x");
  const spaces = `-${many(60_000, " ")}x`;
  const plain: CsvMapping = { headerRow: 1, date: 0, dateOrder: "ymd", amount: 1, narration: 2 };
  const row = (...cells: string[]) => `Date,Amount,Details,Kind\n${cells.join(",")}\n`;
  it.each([
    ["an amount", row("2026-11-03", spaces, "x", ""), plain, /^Line 2: "-..." is not a valid amount$/],
    ["a date", row(long, "5", "x", ""), plain, /^Line 2: "x{60}..." is not a date/],
    ["a direction", row("2026-11-03", "5", "x", long), { ...plain, direction: 3 }, /"x{60}..." is neither/],
    ["a line of CSV", row("2026-11-03", "5", many(3, long), ""), plain, /^A line is too long$/],
    ["very many cells", row(many(500_000, ",")), plain, /^A line is too long$/],
    [
      "a balance of MT940",
      mt940("").replace("C261102", long),
      null,
      /^Line 4: "x{60}..." is not a valid balance$/,
    ],
    ["a booking of MT940", mt940(`:61:${long}\n`), null, /^Line 5: "x{60}..." is not a valid transaction$/],
    [
      "an amount of camt.053",
      camt(entry(long, "CRDT"), "1"),
      null,
      /^Entry 1: "x{60}..." is not a valid amount$/,
    ],
    [
      "a currency",
      camt(entry("1", "CRDT", "", long), "1"),
      null,
      /^Entry 1: the currency is x{60}..., not NGN$/,
    ],
    ["a name in XML", camt(`</${long}>`, "1"), null, /^Line 1, column \d+: .{0,210}$/],
  ] as const)("for a long text as %s, which the message shortens", async (_, text, how, message) => {
    await expect(read(text, how)).rejects.toThrow(message);
  });
});

describe("the text of a statement", () => {
  it("may be cut anywhere while it is read", async () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const rows = Array.from({ length: 8_000 }, (_, n) => `03/11/2026,R${n},😀😀,,1.00,`);
      const head = `${"x".repeat(shift)}\r\n${csvHead.replaceAll("\n", "\r\n")}`;
      const { lines } = await read(head + rows.join("\r\n"));
      expect([lines.length, new Set(lines.map(({ narration }) => narration))]).toEqual([
        8_000,
        new Set(["😀😀"]),
      ]);
      expect(lines.at(-1)!.place).toBe("Line 8004");
    }
  });

  it("may have quotes within a cell", async () => {
    const cells = ['pipe 5" long', '"Shop" Ltd', '"one, ""two"""'];
    const rows = cells.map((cell, n) => `03/11/2026,R${n},${cell},,1,`);
    const { lines } = await read(csvHead + rows.join("\n"));
    expect(lines.map(({ narration }) => narration)).toEqual(['pipe 5" long', '"Shop" Ltd', 'one, "two"']);
  });

  it("may have a byte order mark or be in Windows-1252", async () => {
    const name = csv().replace("ADA OBI", "ADÉ OBI");
    const latin = Uint8Array.from(name, (char) => char.charCodeAt(0));
    for (const file of [bytes(`\uFEFF${name}`), latin])
      expect((await parse(file, mapping, TODAY)).lines[0]!.narration).toContain("ADÉ OBI");
  });
});

describe("the day of a booking", () => {
  it.each([
    ["the value day without another", "261103", "2026-11-03"],
    ["after the value day", "2611021103", "2026-11-03"],
    ["before it", "2611041103", "2026-11-03"],
    ["in the next year", "2512310102", "2026-01-02"],
    ["in the year before", "2601021231", "2025-12-31"],
    ["on a leap day", "2402280229", "2024-02-29"],
  ])("in MT940 is %s", async (_, days, on) => {
    const { lines } = await read(mt940(`:61:${days}C5,00NTRFX//B1\n`, "C261104NGN1005,00"), null);
    expect(lines[0]!.on).toBe(on);
  });

  it("in MT940 is refused if it is none", async () => {
    const text = mt940(":61:2611031332C5,00NTRFX//B1\n", "C261104NGN1005,00");
    await expect(read(text, null)).rejects.toThrow("Line 5: 1332 is not a valid date");
  });

  it.each([
    ["2026-11-03T23:30:00Z", "2026-11-04"],
    ["2026-11-03T22:59:59.999999999Z", "2026-11-03"],
    ["2026-11-03T23:30:00+01:00", "2026-11-03"],
    ["2026-11-03T23:30:00", "2026-11-03"],
  ])("in camt.053 is that of Lagos: %s", async (time, on) => {
    const text = camt(entry("10", "CRDT").replace("<Dt>2026-11-03</Dt>", `<DtTm>${time}</DtTm>`), "1010");
    expect((await read(text, null)).lines[0]!.on).toBe(on);
  });
});

describe("a column that says debit or credit", () => {
  const how: CsvMapping = { headerRow: 1, date: 0, dateOrder: "ymd", amount: 1, narration: 2 };
  const rows = (column: string, ...cells: string[]) =>
    [`Date,Amount,Details,${column}`, ...cells.map((cell) => `2026-11-03,5,Shop,${cell}`)].join("\n");

  it("gives the amounts their signs", async () => {
    const { lines } = await read(rows("Type", "CR", "Debit", "D", "credit"), { ...how, direction: 3 });
    expect(lines.map(({ amountKobo }) => amountKobo)).toEqual([500n, -500n, -500n, 500n]);
    await expect(read(rows("Type", "maybe"), { ...how, direction: 3 })).rejects.toThrow(
      'Line 2: "maybe" is neither debit nor credit',
    );
  });

  it.each([
    ["Dr/Cr", "CR"],
    ["DRCR", "1"],
    ["Debit/Credit Indicator", "D"],
    ["C/D", "x"],
    ["Type", "Debit"],
  ])("is never ignored: %s", async (column, cell) => {
    await expect(read(rows(column, cell), how)).rejects.toThrow(
      `The column "${column}" seems to show which amounts`,
    );
  });

  it("is guessed by its name; a column of something else is none", async () => {
    expect(await describeFile(bytes(rows("Debit/Credit", "CR")))).toMatchObject({
      guess: { amount: 1, direction: 3 },
    });
    expect((await read(rows("Type", "NIP", "CR"), how)).lines).toHaveLength(2);
    expect((await read(rows("Type", "", ""), how)).lines).toHaveLength(2);
  });
});

it("50,000 lines are read", async () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `03/11/2026,R${n},Payment ${n},,1.00,`);
  expect((await read(csvHead + lines.join("\n"))).lines).toHaveLength(50_000);
});
