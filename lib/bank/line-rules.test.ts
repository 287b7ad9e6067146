import { describe, expect, it } from "vitest";
import { decidingRule, disputingRules, fitsRule, type Rule, type RuleLine } from "./line-rules";

const rule = (changes: Partial<Rule> = {}): Rule => ({
  id: "a",
  text: "SMS Alert",
  direction: "out",
  bankAccountId: null,
  amountRule: "any",
  amount: null,
  category: "bank_charge",
  ...changes,
});
const line = (changes: Partial<RuleLine> = {}): RuleLine => ({
  bankAccountId: "one",
  amount: -400n,
  narration: "Charge: sms  álert November",
  counterparty: "",
  ...changes,
});

describe("a rule", () => {
  it.each<[string, Partial<Rule>, Partial<RuleLine>, boolean]>([
    ["the text in another case, with accents and spaces", {}, {}, true],
    ["the text in the sender", {}, { narration: "", counterparty: "SMS ALERT LTD" }, true],
    ["another text", {}, { narration: "COT" }, false],
    ["no text after the retention period", {}, { narration: "" }, false],
    ["the other direction", {}, { amount: 400n }, false],
    ["money in", { direction: "in" }, { amount: 400n }, true],
    ["its account", { bankAccountId: "one" }, {}, true],
    ["another account", { bankAccountId: "two" }, {}, false],
    ["exactly its amount", { amountRule: "exactly", amount: 400n }, {}, true],
    ["less than exactly its amount", { amountRule: "exactly", amount: 401n }, {}, false],
    ["at most its amount", { amountRule: "at_most", amount: 400n }, {}, true],
    ["more than its amount", { amountRule: "at_most", amount: 399n }, {}, false],
  ])("is about a line or not: %s", (_, ruleChanges, lineChanges, fits) => {
    expect(fitsRule(rule(ruleChanges), line(lineChanges))).toBe(fits);
  });
});

describe("several rules", () => {
  it("decide if they agree, and leave a line about which they disagree", () => {
    const [broad, same, other] = [
      rule(),
      rule({ id: "b", text: "Charge" }),
      rule({ id: "c", category: "vat" }),
    ];
    expect(decidingRule([broad, same], line())).toBe(broad);
    expect(decidingRule([broad, other], line())).toBeNull();
    expect(decidingRule([other, rule({ id: "d", text: "COT ." })], line())).toBe(other);
    expect(decidingRule([], line())).toBeNull();
  });

  const transfer = rule({ id: "transfer", text: "NIP Transfer Charge" });
  const vat = rule({ id: "vat", text: "VAT on NIP transfer charge", category: "vat" });
  const vatLine = line({ narration: "VAT ON NIP TRANSFER CHARGE 0001" });
  it.each<[string, Rule[], RuleLine, string | null]>([
    ["the longer text, if it contains the other", [transfer, vat], vatLine, "vat"],
    ["the longer text in any order", [vat, transfer], vatLine, "vat"],
    [
      "the shorter text, if only that fits",
      [transfer, vat],
      line({ narration: "nip transfer charge" }),
      "transfer",
    ],
    [
      "the longest of three",
      [transfer, rule({ text: "charge", category: "stamp_duty" }), vat],
      vatLine,
      "vat",
    ],
    ["no rule, if the texts only overlap", [transfer, rule({ ...vat, text: "VAT on NIP" })], vatLine, null],
    [
      "no rule, if the texts are the same",
      [vat, rule({ ...vat, category: "bank_charge", text: "vat on nip transfer charge" })],
      vatLine,
      null,
    ],
    [
      "no rule, if a third has another category",
      [transfer, vat, rule({ text: "0001", category: "stamp_duty" })],
      vatLine,
      null,
    ],
    [
      "the shorter text, if the amount of the longer does not fit",
      [transfer, rule({ ...vat, amountRule: "exactly", amount: 1n })],
      vatLine,
      "transfer",
    ],
    [
      "the shorter text, if the longer is of another account",
      [transfer, rule({ ...vat, bankAccountId: "two" })],
      vatLine,
      "transfer",
    ],
  ])("of different categories leave the line to %s", (_, rules, about, decides) => {
    expect(decidingRule(rules, about)?.id ?? null).toBe(decides);
    expect(disputingRules(rules, about).length > 0).toBe(decides === null);
  });

  it("that disagree are named, without those whose text is a part of another's", () => {
    const other = rule({ id: "other", text: "0001", category: "stamp_duty" });
    expect(disputingRules([transfer, vat, other], vatLine)).toEqual([vat, other]);
  });
});
