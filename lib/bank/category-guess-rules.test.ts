import { describe, expect, it } from "vitest";
import { constantPart, guessCategory } from "./category-guess-rules";

describe("the suggested category of a debit", () => {
  it.each([
    ["VAT ON NIP TRANSFER CHARGE 4109998080", "vat"],
    ["VALUE ADDED TAX ON CHARGE", "vat"],
    ["Vat/9233427162 on commission", "vat"],
    ["STAMP DUTY CHARGE 54735644", "stamp_duty"],
    ["ELECTRONIC MONEY TRANSFER LEVY 97717471", "stamp_duty"],
    ["EMTL", "stamp_duty"],
    ["TRF COMMISSION/NIP/3446696932", "bank_charge"],
    ["SMS ALERT CHARGE 141116", "bank_charge"],
    ["CURRENT A/C MAINTENANCE FEE NOV", "bank_charge"],
    ["NIP/KUDA/ADA OBI", null],
    ["PRIVATE TRANSFER", null],
    ["", null],
  ])("of %j is %s", (narration, category) => {
    expect(guessCategory({ narration, counterparty: "" })).toBe(category);
  });
});

describe("the constant part of a narration", () => {
  it.each([
    ["VAT ON NIP TRANSFER CHARGE 4109998080", "VAT ON NIP TRANSFER CHARGE"],
    ["VAT/9233427162 ON COMMISSION", "ON COMMISSION"],
    ["SMS ALERT FEE NOV 2026", "SMS ALERT FEE"],
    ["CURRENT A/C MAINTENANCE FEE NOVEMBER", "CURRENT A/C MAINTENANCE FEE"],
    ["STAMP DUTY", "STAMP DUTY"],
    ["TAX 12345678", "TAX 12345678"],
    ["", ""],
  ])("of %j is %j", (text, part) => {
    expect(constantPart(text, 4)).toBe(part);
  });
});
