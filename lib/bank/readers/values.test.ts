import { describe, expect, it } from "vitest";
import { cleanReference, parseKobo, parseStatementDay, readDays, readDirection } from "./values";

describe("an amount of a statement", () => {
  it.each([
    ["1,250,000.00", 125_000_000n],
    ["NGN 12.5", 1_250n],
    ["₦1,000", 100_000n],
    ["N1,000.00", 100_000n],
    ["1,000.00 NGN", 100_000n],
    ["-3.00", -300n],
    ["₦-3.00", -300n],
    ["-₦3.00", -300n],
    ["−3.00", -300n],
    ["3.00-", -300n],
    ["+3.00", 300n],
    ["(3.00)", -300n],
    ["( 1,003.00 )", -100_300n],
    ["3.00CR", 300n],
    ["3.00 Dr", -300n],
    ["3.00(DR)", -300n],
    ["-3.00 DR", -300n],
    ["CR 3.00", 300n],
    ["D3.00", -300n],
    ["7945 994.75", 794_599_475n],
    ["1 250 000,00".replace(",", "."), 125_000_000n],
    ["1\u00a0250\u202f000.00", 125_000_000n],
    ["1'250'000.00", 125_000_000n],
    ["'500.00", 50_000n],
    ['="1.00"', 100n],
    ["0.01", 1n],
    ["5.", 500n],
    [".5", 50n],
    ["-.50", -50n],
    ["12.5000", 1_250n],
    ["10000000000000", 1_000_000_000_000_000n],
  ])("%s", (text, kobo) => {
    expect(parseKobo(text, "Line 1")).toBe(kobo);
  });

  it.each(
    [
      ["", "1.234,56", "1,23", "12,34.00", "1.005", "1e21", "$5", "USD 5", "(3", "--3", "-3-", "(-3)"],
      ["-3.00 CR", "CR 3.00 DR", "1234567890123456", "20,000,000,000,000", "١٢", "1 23 456", "5.00.00"],
    ].flat(),
  )("is not %s", (text) => {
    expect(() => parseKobo(text, "Line 9")).toThrow(`Line 9: "${text}" is not a valid amount`);
  });
});

describe("a day of a statement", () => {
  it.each([
    ["03/11/2026", "dmy"],
    ["11-03-2026", "mdy"],
    ["03.11.26", "dmy"],
    ["26/11/03", "ymd"],
    ["03 11 2026", "dmy"],
    ["2026-11-03T09:30:00", "ymd"],
    ["2026-11-03 09:30:00.000", "dmy"],
    ["2026/11/3", "mdy"],
    ["03/11/2026 09:30:00 AM", "dmy"],
    ["3-Nov-26", "dmy"],
    ["03NOV2026", "ymd"],
    ["03 November 2026 09:30", "mdy"],
    ["3rd Nov, 2026", "dmy"],
    ["Tue, 03 Nov 2026", "dmy"],
    ["Nov 3, 2026", "dmy"],
    ["2026-Nov-03", "dmy"],
    ["20261103", "dmy"],
    ["20261103093000", "ymd"],
    ["03112026", "dmy"],
    ["46329", "dmy"],
    ["46329.395833", "mdy"],
    ["'03/11/2026", "dmy"],
  ] as const)("%s in the order %s", (text, order) => {
    expect(parseStatementDay(text, order, "Line 1")).toBe("2026-11-03");
  });

  it.each([
    ["11/25/2026", "dmy"],
    ["25/11/2026", "mdy"],
    ["03/11/2026", "ymd"],
    ["30/02/2026", "dmy"],
    ["3-Foo-2026", "dmy"],
    ["0000-01-01", "ymd"],
    ["2026-13-01", "ymd"],
    ["03/11", "dmy"],
    ["500.00", "dmy"],
    ["0123456789", "ymd"],
    ["", "ymd"],
  ] as const)("is not %s in the order %s", (text, order) => {
    expect(() => parseStatementDay(text, order, "Line 4")).toThrow(/^Line 4: .* is not a date in the order/);
  });

  it("may be read in several orders", () => {
    expect(readDays("03/11/2026")).toEqual({ dmy: "2026-11-03", mdy: "2026-03-11" });
    expect(readDays("26/11/03")).toEqual({ dmy: "2003-11-26", ymd: "2026-11-03" });
    expect(Object.keys(readDays("25/11/2026"))).toEqual(["dmy"]);
  });
});

it("a direction is a word for money in or out", () => {
  expect(["CR", "c", "Credit", "Deposit", "+"].map(readDirection)).toEqual([1n, 1n, 1n, 1n, 1n]);
  expect(["Dr.", "D", "DEBIT", "Withdrawal", "-"].map(readDirection)).toEqual([-1n, -1n, -1n, -1n, -1n]);
  expect(["H", "S"].map(readDirection)).toEqual([1n, -1n]);
  expect(["", "NIP", "Credit card"].map(readDirection)).toEqual([null, null, null]);
});

it("a reference is none if banks or spreadsheets write something in its place", () => {
  const none = [
    "",
    "NONREF",
    "NOTPROVIDED",
    "Not Provided",
    "TRF",
    "0",
    "000",
    "1.3E+28",
    "1E+15",
    "-",
    "N/A",
  ];
  expect(none.map(cleanReference)).toEqual(none.map(() => ""));
  expect(
    ["0001", "FT1E5", "TRF123", "'0123", '="0123"', "'S523588027", "’S52'3"].map(cleanReference),
  ).toEqual(["0001", "FT1E5", "TRF123", "0123", "0123", "S523588027", "S52'3"]);
});
