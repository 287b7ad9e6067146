import { describe, expect, it } from "vitest";
import { isMt940, readMt940 } from "./mt940";
import { readDetails } from "./mt940-details";

/** Writes a statement of 20 November 2026. */
const statement = (bookings: string, opening = "1000,00", closing = "1005,00") =>
  `:20:STARTUMS\n:25:0123456789\n:28C:1/1\n:60F:C261120NGN${opening}\n${bookings}:62F:C261120NGN${closing}\n-\n`;
const read = (text: string) => {
  expect(isMt940(text)).toBe(true);
  return readMt940(text);
};
const readOne = (booking: string) => read(statement(booking)).lines[0]!;

describe("MT940 whatever its first lines are", () => {
  const text = statement(":61:2611201120C5,00NTRFNONREF\n:86:SDL-CP9E-J73Y\n");
  it.each([
    ["a bank's header", `TESTNL2A\n940\nTESTNL2A\n${text}`],
    [
      "a network's header and trailer",
      `0000 01TESTNL2AXXXX00001\n940 00\n${text.replace("\n-\n", "\n-XXX\n")}`,
    ],
    ["SWIFT blocks", `{1:F01X}{2:I940X}{4:\n${text.replace("\n-\n", "\n-}{5:{CHK:1}}\n")}`],
    ["SWIFT blocks on the first line", `{1:F01X}{2:I940X}{4:${text}`],
    ["no :20:", text.replace(/^:20:.*\n/, "")],
    ["spaces and empty lines", `\n\n ${text}`],
    [
      "further tags",
      text.replace(":60F:", ":NS:x\n:60F:").replace("\n-\n", "\n:64:C261120NGN5,00\n:65:x\n:86:x\n-\n"),
    ],
  ])("%s", (_, shape) => {
    expect(read(shape)).toMatchObject({
      account: "0123456789",
      lines: [{ on: "2026-11-20", amountKobo: 500n, narration: "SDL-CP9E-J73Y", balanceKobo: 100_500n }],
    });
  });
});

describe("a transaction", () => {
  it.each([
    ["a blank entry date", ":61:261120    C5,00NMSCNONREF//\n/ABC/\n"],
    ["no entry date", ":61:261120C5,NMSCNONREF\n"],
    ["a funds code", ":61:2611201120CD5,00NMSCNONREF\n"],
    ["no type", ":61:2611201120C5,00\n"],
    ["a point in its amount", ":61:2611201120C5.00NTRFNONREF\n"],
    ["a reversal of a debit", ":61:2611201120RD5,00NTRFNONREF\n"],
    ["a value date that does not exist", ":61:2602301120C5,00NTRFNONREF\n"],
  ])("has %s", (_, booking) => {
    expect(readOne(booking)).toMatchObject({ on: "2026-11-20", amountKobo: 500n, bankReference: "" });
  });

  it.each([
    ["after the type", ":61:2611201120C5,00NTRF\nINV1//BK1\n"],
    ["in the amount", ":61:2611201120C5\n,00NTRFINV1//BK1\n"],
    ["after the date", ":61:261120\n1120C5,00NTRFINV1//BK1\n"],
  ])("has a break %s", (_, booking) => {
    expect(readOne(booking)).toMatchObject({ amountKobo: 500n, narration: "INV1", bankReference: "BK1" });
  });

  it("keeps all of its details, also those that look like tags", () => {
    const details = [
      ":86:first 20-11-2026T16",
      ":26:37 SDL-CP9E-J73Y",
      ":20:00 and",
      ":61:00",
      "- more",
      ":86:second",
    ];
    expect(readOne(`:61:2611201120C5,00NTRFINV1//BK1\nfurther\n${details.join("\n")}\n`).narration).toBe(
      "INV1 further first 20-11-2026T16 :26:37 SDL-CP9E-J73Y :20:00 and :61:00 - more second",
    );
  });
});

describe("details", () => {
  it.each([
    [
      "106?00CARD?20MERCHANT/LAGOS?21/NG 20-11-2026T16\n:26:37 SDL",
      "CARD MERCHANT/LAGOS /NG 20-11-2026T16:26:37 SDL",
      "",
    ],
    [
      "166?00CREDIT?20SDL-CP9E-J73Y and more of i?21t?30BANK?31123?32ADA?33OBI?60end",
      "CREDIT SDL-CP9E-J73Y and more of it end BANK 123",
      "ADA OBI",
    ],
    ["/EREF/E1/NAME/ADA OBI/REMI/gift", "/EREF/E1/NAME/ADA OBI/REMI/gift", "ADA OBI"],
    [`${"x".repeat(61)} SDL\n-CP9E`, `${"x".repeat(61)} SDL-CP9E`, ""],
    ["Transfer from\nADA OBI", "Transfer from ADA OBI", ""],
  ])("%j", (text, narration, counterparty) => {
    expect(readDetails(text)).toEqual({ narration, counterparty });
  });
});

describe("several statements", () => {
  const [first, second] = [
    statement(":61:261119C5,00NTRFA\n"),
    statement(":61:261120C5,00NTRFB\n", "1005,00", "1010,00"),
  ];
  it("are one chain, in whatever order", () => {
    const expected = [
      { narration: "A", balanceKobo: 100_500n },
      { narration: "B", balanceKobo: 101_000n },
    ];
    expect(read(first + second).lines).toMatchObject(expected);
    expect(read(second + first).lines).toMatchObject(expected);
    const pages = first.replace(":62F:", ":62M:") + second.replace(":60F:", ":60M:");
    expect(read(pages).lines).toMatchObject(expected);
  });

  it("are refused with a gap between them", () => {
    const later = statement(":61:261120C5,00NTRFB\n", "1006,00", "1011,00");
    expect(() => read(first + later)).toThrow(
      /^Line 11 begins with ₦1,006, but the one before it ends with ₦1,005/,
    );
  });
});
