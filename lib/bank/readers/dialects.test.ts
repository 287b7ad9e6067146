import { describe, expect, it } from "vitest";
import { csvMappingSchema } from "./csv-mapping-schema";
import { describe as describeFile, parse } from "./parse-statement";

const TODAY = "2026-11-27";
const bytes = (text: string) => new TextEncoder().encode(text);

/** Reads a table with the guessed mapping, as a person who changes nothing. */
async function read(file: Uint8Array, chosen: object = {}) {
  const { guess } = await describeFile(file);
  return parse(file, csvMappingSchema.parse({ ...guess, ...chosen }), TODAY);
}

/** Every dialect has the same two bookings, written in its own way. */
const bookings = [
  {
    on: "2026-11-20",
    amountKobo: 250_000_00n,
    narration: expect.stringContaining("SDL-CP9E-J73Y") as string,
  },
  { on: "2026-11-21", amountKobo: -50_00n, narration: expect.stringContaining("Levy") as string },
];

const dialects: Record<string, string[]> = {
  "plural headings, and a column of types beside the amounts": [
    "Trans. Date,Value Date,Remarks,Trans. Type,Debits,Credits,Balance",
    '20-Nov-2026,20-Nov-2026,SDL-CP9E-J73Y,Deposit,"0.00","250000.00","251000.00"',
    '21-Nov-2026,21-Nov-2026,Levy,Withdrawal,"50.00","0.00","250950.00"',
  ],
  "DR AMOUNT and CR AMOUNT": [
    "TRANS DATE,VALUE DATE,TRANS ID,DR AMOUNT,CR AMOUNT,BALANCE,REMARKS",
    "20/11/2026,20/11/2026,T1,,250000.00,251000.00,SDL-CP9E-J73Y",
    "21/11/2026,21/11/2026,T2,50.00,,250950.00,Levy",
  ],
  "Pay In and Pay Out": [
    "Tran Date,Channel Details,Payer/Payee,Narration,Pay In,Pay Out,Balance",
    '20/Nov/2026,NIP,ADA OBI,SDL-CP9E-J73Y,"250,000.00",,"251,000.00"',
    '21/Nov/2026,SYS,,Levy,,50.00,"250,950.00"',
  ],
  "underscores and signed amounts": [
    "TRAN_DATE,AMOUNT,NARRATIVE",
    "20/11/2026,250000,SDL-CP9E-J73Y",
    "21/11/2026,-50.00,Levy",
  ],
  "joined and abbreviated headings": [
    "ValueDate,TransDesc,TranAmt,DrCr,RefNo",
    "2026/11/20,SDL-CP9E-J73Y,250000,CR,R1",
    "2026/11/21,Levy,50,DR,R2",
  ],
  "Amount Debit and Amount Credit": [
    "Date,Description,Amount Debit,Amount Credit",
    "20/11/2026,SDL-CP9E-J73Y,,250000.00",
    "21/11/2026,Levy,50.00,",
  ],
  "Inflow and Outflow": ["Day,Memo,Inflow,Outflow", "20-Nov-26,SDL-CP9E-J73Y,250000,", "21-Nov-26,Levy,,50"],
  "Payments and Receipts, days with points, spaces as thousands": [
    "Date;Particulars;Payments;Receipts;Bal.",
    "20.11.2026;SDL-CP9E-J73Y;;250 000.00;251 000.00",
    "21.11.2026;Levy;50.00;;250 950.00",
  ],
  "tabs, Withdrawal and Lodgement": [
    "TransDate\tReference\tDescription\tWithdrawal\tLodgement\tBalance",
    "20-Nov-2026\tS1\tSDL-CP9E-J73Y\t\t250,000.00\t251,000.00",
    "21-Nov-2026\tS2\tLevy\t50.00\t\t250,950.00",
  ],
  "bars, and balances at the end of a day only": [
    "Transaction Date|Details|Debit Amount (NGN)|Credit Amount (NGN)|Running Balance",
    "20/11/2026|SDL-CP9E-J73Y||250000.00|",
    "21/11/2026|Levy|50.00||250950.00",
  ],
  "a hint of the delimiter, and spaces around quotes": [
    "sep=;",
    '"Post Date" ; "Description" ; "Debit" ; "Credit" ;',
    '"20-NOV-2026" ; "SDL-CP9E-J73Y" ; "" ; "250,000.00" ;',
    '"21-NOV-2026" ; "Levy" ; "50.00" ; "" ;',
  ],
  "signs after the amounts, days in the American order": [
    "Booking Date,Text,Amount,Currency",
    '11/20/2026,SDL-CP9E-J73Y,"250,000.00+",NGN',
    "11/21/2026,Levy,50.00-,NGN",
  ],
  "Cr and Dr after the amounts": [
    "Date,Remarks,Amount,Balance",
    '20 Nov 2026,SDL-CP9E-J73Y,"NGN 250,000.00 Cr","NGN 251,000.00 Cr"',
    '21 Nov 2026,Levy,NGN 50.00 Dr,"NGN 250,950.00 Cr"',
  ],
  "texts that a spreadsheet would take for numbers": [
    "Date,Narration,Amount",
    '20261120,SDL-CP9E-J73Y,"=""250000.00"""',
    "20261121,Levy,'-50.00",
  ],
  "the direction in a column without a heading": [
    "Posting Date,Narrative,Amount,,Ledger Balance",
    '20-11-2026,SDL-CP9E-J73Y,"250,000.00",C,"251,000.00"',
    '21-11-2026,Levy,50.00,D,"250,950.00"',
  ],
  "signed amounts, and CR after the balance in its own column": [
    "Date,Narration,Ccy,Amount (NGN),Balance (NGN),",
    '20/11/2026,SDL-CP9E-J73Y,NGN,"250,000.00","251,000.00",CR',
    '21/11/2026,Levy,NGN,-50.00,"250,950.00",CR',
  ],
  "money out always with a minus, as the balances show": [
    "Date,Narration,Debit,Credit,Balance",
    "20/11/2026,SDL-CP9E-J73Y,,250000.00,251000.00",
    "21/11/2026,Levy,-50.00,,250950.00",
  ],
  "times, dashes instead of nothing, and other columns": [
    "Wallet Account,,,,,,",
    "Trans. Time,Value Date,Description,Debit(₦),Credit(₦),Balance After(₦),Channel,Transaction Reference",
    '2026 Nov 20 09:15:11,20 Nov 2026,SDL-CP9E-J73Y,--,"250,000.00","251,000.00",Mobile,1000042611200915',
    '2026 Nov 21 10:15:11,21 Nov 2026,Levy,50.00,--,"250,950.00",Mobile,1000042611211015',
  ],
  "one column Debit/Credit with signs": [
    "Trans. Time,Value Date,Description,Debit/Credit(₦),Balance(₦),Counterparty",
    '2026 Nov 20 09:15:11,20 Nov 2026,SDL-CP9E-J73Y,"+250,000.00","251,000.00",ADA OBI',
    '2026 Nov 21 10:15:11,21 Nov 2026,Levy,-50.00,"250,950.00",--',
  ],
  "a list of SAP: a frame, decimal commas, the minus behind, a total marked with an asterisk": [
    "21.11.2026          Dynamic List Display          1",
    "",
    "-----------------------------------------------------------------",
    "| Doc. No  |Pstng Date|Value date|Text         |Curr.|Amount in LC|",
    "-----------------------------------------------------------------",
    "| 190000123|20.11.2026|21.11.2026|SDL-CP9E-J73Y|NGN  |250.000,00  |",
    "| 190000124|21.11.2026|21.11.2026|Levy         |NGN  |     50,00- |",
    "-----------------------------------------------------------------",
    "| *        |          |          |             |NGN  |249.950,00  |",
  ],
  "a list of Oracle: TRN_DT beside VALUE_DT, delimiters within quotes, and the number of rows": [
    '"TRN_REF_NO";"VALUE_DT";"TRN_DT";"DRCR_IND";"LCY_AMOUNT";"ADDL_TEXT"',
    '"000NIPI1";19-NOV-26;20-NOV-26;"C";250000;"INWARD NIP; SDL-CP9E-J73Y"',
    '"000CHRG1";21-NOV-26;21-NOV-26;"D";50;"Levy"',
    "",
    "2 rows selected.",
  ],
  "the newest line first": [
    "S/N,POSTED DATE,VALUE DATE,DESCRIPTION,DEBIT,CREDIT,BALANCE",
    '1,21-NOV-26,21-NOV-26,Levy,50.00,0.00,"250,950.00 CR"',
    '2,20-NOV-26,20-NOV-26,SDL-CP9E-J73Y,0.00,"250,000.00","251,000.00 CR"',
  ],
  "headings in two rows": [
    "Transaction,Value,,Debit,Credit,",
    "Date,Date,Narration,Amount,Amount,Balance",
    "20/11/2026,20/11/2026,SDL-CP9E-J73Y,,250000.00,251000.00",
    "21/11/2026,21/11/2026,Levy,50.00,,250950.00",
  ],
  "a summary with its own headings above": [
    "Account,Statement date,Debit count,Credit count",
    "0000000000,20/11/2026,1,1",
    "",
    "Date,Narration,Debit,Credit,Balance",
    '20/11/2026,SDL-CP9E-J73Y,,"250,000.00","251,000.00"',
    '21/11/2026,Levy,50.00,,"250,950.00"',
  ],
  "a narration on two lines of a cell": [
    "Date,Narration,Debit,Credit,Balance",
    '20/11/2026,"NIP FROM ADA OBI\nREF SDL-CP9E-J73Y, LAGOS",,250000.00,251000.00',
    "21/11/2026,Levy,50.00,,250950.00",
  ],
  "a narration that continues in the next row": [
    "Date,Narration,Debit,Credit,Balance",
    "20/11/2026,NIP FROM ADA OBI,,250000.00,251000.00",
    ",REF SDL-CP9E-J73Y,,,",
    "21/11/2026,Levy,50.00,,250950.00",
  ],
  "the account as a column of each row": [
    "Account,Txn Date,Dr/Cr Ind,Lcy Amount,Txn Particulars",
    '0123456789,20-11-2026,C,"250,000.00",SDL-CP9E-J73Y',
    "0123456789,21-11-2026,D,50.00,Levy",
  ],
  "a table of HTML that is called .xls": [
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{color:red}</style></head><body>',
    "<table><tr><td colspan=5>SAMPLE BANK &amp; CO</td></tr></table><table>",
    "<tr><th>Transaction Date<th>Narration<th>Money&nbsp;Out<th>Money&nbsp;In<th>Balance</tr>",
    "<tr><td>20/11/2026<td>NIP<br>SDL-CP9E-J73Y<td>&nbsp;<td>250,000.00<td>251,000.00",
    "<tr><td>21/11/2026</td><td>Levy</td><td>50.00</td><td></td><td>250,950.00</td></tr></table></body></html>",
  ],
  "a table of HTML whose headings span rows": [
    "<table><tr><td rowspan=9>Account<td>0123456789</table><table>",
    "<tr><th rowspan=2>Date<th rowspan=2>Narration<th colspan=2>Amount<th rowspan=2>Balance",
    "<tr><th>Debit<th>Credit",
    "<tr><td>20/11/2026<td>SDL-CP9E-J73Y<td><td>250,000.00<td>251,000.00",
    "<tr><td>21/11/2026<td>Levy<td>50.00<td><td>250,950.00</table>",
  ],
  "the XML of Excel 2003": [
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>',
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:x"><Worksheet><Table><Row>',
    ...["Txn Date", "Description", "Withdrawals", "Deposits"].map(
      (name) => `<Cell><Data>${name}</Data></Cell>`,
    ),
    "</Row><Row><Cell><Data>2026-11-20T00:00:00.000</Data></Cell><Cell><Data>SDL-CP9E-J73Y</Data></Cell>",
    '<Cell ss:Index="4"><Data>250000</Data></Cell></Row><Row><Cell><Data>2026-11-21T00:00:00.000</Data></Cell>',
    "<Cell><Data>Levy</Data></Cell><Cell><Data>50</Data></Cell><Cell/></Row></Table></Worksheet></Workbook>",
  ],
};

describe("a bank's own layout is read with the guessed mapping", () => {
  it.each(Object.entries(dialects))("%s", async (_, rows) => {
    const { lines } = await read(bytes(rows.join("\n")));
    expect(lines).toMatchObject(bookings);
  });

  it.each([
    ["UTF-16, little endian", "utf16le", "\uFEFF"],
    ["UTF-16, little endian, without a mark", "utf16le", ""],
    ["UTF-8 with a mark", "utf8", "\uFEFF"],
    ["Windows-1252", "latin1", ""],
  ] as const)("in %s", async (_, encoding, mark) => {
    const text = dialects["tabs, Withdrawal and Lodgement"]!.join("\r\n");
    expect((await read(Buffer.from(mark + text, encoding))).lines).toMatchObject(bookings);
    const swapped = Buffer.from(mark + text, "utf16le").swap16();
    expect((await read(swapped)).lines).toMatchObject(bookings);
  });

  it.each(["\n", "\r\n", "\r"])("with lines that end with %j", async (end) => {
    expect((await read(bytes(dialects["Amount Debit and Amount Credit"]!.join(end)))).lines).toMatchObject(
      bookings,
    );
  });
});

it("a day may span the rows of its bookings in HTML", async () => {
  const text = [
    "<table><tr><th>Date<th>Narration<th>Amount<th>Type<th>Balance",
    "<tr><td rowspan=2>20/11/2026<td>SDL-CP9E-J73Y<td>250,000.00<td>C<td>251,000.00",
    "<tr><td>Fee<td>50.00<td>D<td>250,950.00<tr><td>21/11/2026<td>Levy<td>50.00<td>D<td>250,900.00</table>",
  ].join("\n");
  const { lines } = await read(bytes(text));
  expect(lines.map(({ on, amountKobo, narration }) => [on, amountKobo, narration])).toEqual([
    ["2026-11-20", 250_000_00n, "SDL-CP9E-J73Y"],
    ["2026-11-20", -50_00n, "Fee"],
    ["2026-11-21", -50_00n, "Levy"],
  ]);
});

it("a decimal comma beside a decimal point is refused, because it may be an error", async () => {
  const rows = ["Date;Narration;Amount", "20/11/2026;SDL-CP9E-J73Y;250000,00", "21/11/2026;Levy;-50.00"];
  const text = rows.join("\n");
  await expect(read(bytes(text), { amount: 2 })).rejects.toThrow('Line 2: "250000,00" is not a valid amount');
  expect((await read(bytes(text.replace("-50.00", "-50,00")))).lines).toMatchObject(bookings);
});

describe("texts beside the narration", () => {
  const text = [
    "Date,Channel,RRN,Narration,Beneficiary,Source,Amount (NGN),Charge (NGN),Balance (NGN)",
    "20/11/2026,--,261120001122,SDL-CP9E-J73Y,SAMPLE LTD,ADA OBI,250000.00,0.00,251000.00",
    "21/11/2026,POS,,Levy,GRACE EKE,--,-50.00,0.00,250950.00",
  ].join("\n");

  it("name the sender, not the firm itself as the beneficiary", async () => {
    const { lines } = await read(bytes(text));
    expect(lines.map(({ counterparty, narration }) => [counterparty, narration])).toEqual([
      ["ADA OBI", "SDL-CP9E-J73Y"],
      ["", "Levy"],
    ]);
  });

  it("are added to it if a person chooses so: not days and amounts, nor what is mapped", async () => {
    const { lines } = await read(bytes(text), { bankReference: undefined, otherColumns: "narration" });
    expect(lines.map(({ narration }) => narration)).toEqual([
      "SDL-CP9E-J73Y / 261120001122 / SAMPLE LTD",
      "Levy / POS / GRACE EKE",
    ]);
  });
});

describe("rows that are no bookings", () => {
  const head = "Date,Narration,Debit,Credit,Balance";
  const rows = ["20/11/2026,SDL-CP9E-J73Y,,250000.00,251000.00", "21/11/2026,Levy,50.00,,250950.00"];
  const asideIn = async (...all: string[]) => {
    const { lines, setAside } = await read(bytes(all.join("\n")));
    expect(lines).toMatchObject(bookings);
    return setAside.map(({ place, why }) => `${place}: ${why}`);
  };

  it("are set aside and named", async () => {
    const balance = "An opening or closing balance";
    expect(
      await asideIn(
        head,
        "01/11/2026,Balance B/F,,,1000.00",
        rows[0]!,
        ",Carried Forward,,,251000.00",
        "Page 1,,,,",
        head,
        ",Brought Forward,,,251000.00",
        "20/11/2026,Card blocked,0.00,0.00,251000.00",
        rows[1]!,
        ",Closing Balance,,,250950.00",
        "Total,,50.00,250000.00,",
        ",,50.00,250000.00,",
        "Total Debits: 50.00",
        "Net movement,,,249950.00,",
        "27/11/2026 10:00 Page 1 of 1",
        "*** END OF STATEMENT ***",
      ),
    ).toEqual([
      `Line 2: ${balance}`,
      `Line 4: ${balance}`,
      "Line 5: No date and no amount",
      "Line 6: Headings",
      `Line 7: ${balance}`,
      "Line 8: No amount",
      `Line 10: ${balance}`,
      "Line 11: A total",
      "Line 12: A total",
      "Line 13: No date and no amount",
      "Line 14: A total",
      "Line 15: No date and no amount",
      "Line 16: No date and no amount",
    ]);
  });

  it("and that are above the headings, if they look like bookings, are named, too", async () => {
    const summary = ["Statement Date,Account,Total Amount", "27/11/2026,0123456789,249950.00", ""];
    const own = [
      "Booked On,Details,Amount,Type",
      "20/11/2026,SDL-CP9E-J73Y,250000.00,CR",
      "21/11/2026,Levy,50.00,DR",
    ];
    expect(await asideIn(...summary, ...own)).toEqual(["Line 2: Above the headings"]);
  });

  it("are checked if they have a balance", async () => {
    const text = [head, "01/11/2026,Opening balance,,,999.00", ...rows].join("\n");
    await expect(read(bytes(text))).rejects.toThrow("Line 3: the balance does not match the adjacent line");
  });

  it.each([
    ["no day", ",NIP ADA,,500.00,", "Line 4: the date is missing"],
    ["a word as its day", "pending,NIP ADA,,500.00,", 'Line 4: "pending" is not a date in the order'],
    [
      "a day that does not exist",
      "31/11/2026,NIP ADA,,500.00,",
      'Line 4: "31/11/2026" is not a date in the order',
    ],
    ["no amount that can be read", "21/11/2026,NIP ADA,,5OO.00,", 'Line 4: "5OO.00" is not a valid amount'],
    ["two amounts", "21/11/2026,NIP ADA,5.00,5.00,", "Line 4: the line has both money in and money out"],
    ["a comma too many", "21/11/2026,NIP, ADA,,,500.00", "Line 4: 6 fields instead of 5"],
    ["its end cut off", "21/11/2026,NIP ADA,", "Line 4: 3 fields instead of 5"],
    ["its day cut off", "21/11/20", "Line 4: 1 fields instead of 5"],
  ])("are never bookings: a row with %s is refused", async (_, row, message) => {
    const text = [head, ...rows, row].join("\n");
    await expect(read(bytes(text), { dateOrder: "dmy" })).rejects.toThrow(message);
  });

  it("are not missed without balances: a row without an amount is refused", async () => {
    const text = ["Date,Narration,Amount", "20/11/2026,NIP ADA,", "21/11/2026,Levy,-50.00"].join("\n");
    await expect(read(bytes(text))).rejects.toThrow("Line 2: the amount is missing");
  });
});

describe("a minus in the column of money out", () => {
  const text = (...rows: string[]) => bytes(["Date,Narration,Debit,Credit", ...rows].join("\n"));
  const amounts = async (file: Uint8Array, chosen?: object) =>
    (await read(file, chosen)).lines.map(({ amountKobo }) => amountKobo);

  it("is a reversal beside others without it", async () => {
    const file = text("20/11/2026,POS,500.00,", "20/11/2026,RVSL POS,-500.00,");
    expect(await amounts(file)).toEqual([-500_00n, 500_00n]);
  });

  it("is asked about if nothing shows what it means", async () => {
    const file = text("20/11/2026,POS,-500.00,", "20/11/2026,NIP,,10.00");
    await expect(read(file)).rejects.toMatchObject({ field: "minus" });
    expect(await amounts(file, { minus: "out" })).toEqual([-500_00n, 10_00n]);
    expect(await amounts(file, { minus: "reversal" })).toEqual([500_00n, 10_00n]);
  });
});

describe("the guess", () => {
  const guessOf = async (...rows: string[]) => (await describeFile(bytes(rows.join("\n")))).guess;

  it("leaves open what is not certain", async () => {
    const head = "Date,Narration,Amount";
    const order = async (...days: string[]) =>
      (await guessOf(head, ...days.map((day) => `${day},x,1.00`)))?.dateOrder;
    // Days that would be a month apart are asked about; one day that is certain decides.
    expect(await order("03/11/2026", "04/11/2026")).toBeUndefined();
    expect(await order("03/11/2026", "25/11/2026")).toBe("dmy");
    expect(await order("25/11/2026", "11/25/2026")).toBeUndefined();
    expect(await order("11/03/2026", "11/25/2026")).toBe("mdy");
    expect(await order("20/11/26", "21/11/26")).toBeUndefined();
    expect(await order("2026-11-03", "25/11/2026")).toBe("dmy");
    expect(await order("11/11/2026", "20261103", "3 Nov 2026")).toBe("dmy");
    expect(
      await guessOf("Date,Date,Amount,Amount,Narration", "20/11/2026,20/11/2026,,5.00,x"),
    ).not.toHaveProperty("amount");
  });

  it("needs no headings: any table can be mapped with its rows in sight", async () => {
    const rows = ["20/11/2026,NIP SDL-CP9E-J73Y,250000.00,251000.00", "21/11/2026,Levy,-50.00,250950.00"];
    const file = bytes(rows.join("\n"));
    const shown = await describeFile(file);
    expect(shown).toMatchObject({ columnCount: 4, guess: { date: 0, dateOrder: "dmy", narration: 1 } });
    expect(shown.rows[0]).toEqual({ number: 1, cells: rows[0]!.split(",") });
    expect((await read(file, { amount: 2, balance: 3 })).lines).toMatchObject(bookings);
    expect(await guessOf("Datum,Betrag", "heute,viel")).toEqual({});
  });

  it("maps a column by its place, also if its heading occurs twice", async () => {
    const rows = ["Date,Date,Narration,Amount", "20/11/2026,21/11/2026,x,5.00"];
    const { lines } = await read(bytes(rows.join("\n")), { date: 1 });
    expect(lines[0]!.on).toBe("2026-11-21");
  });

  it("has the same shape for the same headings, wherever they are", async () => {
    const shapeOf = async (...rows: string[]) => (await describeFile(bytes(rows.join("\n")))).shape;
    const row = "20/11/2026,x,5.00";
    const shape = await shapeOf("Date,Narration,Amount", row);
    expect(await shapeOf("Sample Bank", "Account No: 0123456789", "DATE, Narration ,AMOUNT,,", row)).toBe(
      shape,
    );
    expect(await shapeOf("Date,Amount,Narration", row)).not.toBe(shape);
  });

  it("shows twelve rows around the headings, with shortened cells", async () => {
    const rows = Array.from({ length: 30 }, () => `20/11/2026,${"x".repeat(100)},5.00`);
    const preamble = Array.from({ length: 8 }, (_, n) => `Terms ${n}`);
    const { rows: shown } = await describeFile(
      bytes([...preamble, "Date,Narration,Amount", ...rows].join("\n")),
    );
    expect([shown.length, shown[0]!.number, shown[3]!.cells[0]]).toEqual([12, 6, "Date"]);
    expect(shown[4]!.cells[1]).toBe(`${"x".repeat(60)}…`);
  });
});

describe("the account of a table", () => {
  it.each([
    ["Account No:,0123456789", "0123456789"],
    ["Account Number: 2098765432", "2098765432"],
    ["A/C No,,'0123456789,Currency,NGN", "0123456789"],
    ["Account Number,123456789", "0123456789"],
    ["NUBAN,012 345 6789", "0123456789"],
    ["Account Name:,SAMPLE 12 LTD", null],
    ["Account balance,1000000000.00", null],
    ["Phone,08012345678", null],
  ])("%s", async (row, account) => {
    const file = bytes([row, "Date,Narration,Amount", "20/11/2026,0000000001,5.00"].join("\n"));
    expect((await read(file)).account).toBe(account);
  });
});
