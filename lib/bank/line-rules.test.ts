import { describe, expect, it } from "vitest";
import { decidingRule, fitsRule, type Rule, type RuleLine } from "./line-rules";

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
});
