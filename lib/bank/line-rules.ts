import { directionOf, type Category, type Direction } from "@/lib/ledger/category-rules";
import { foldText } from "@/lib/text";
import type { AmountRule } from "./line-rule-schema";

/** Which statement lines a rule is about (product 10.32, ADR 52). Pure functions. */
export interface Rule {
  id: string;
  text: string;
  direction: Direction;
  bankAccountId: string | null;
  amountRule: AmountRule;
  /** In kobo, without a sign. */
  amount: bigint | null;
  category: Category;
}

export interface RuleLine {
  bankAccountId: string;
  /** In kobo, negative if paid out. */
  amount: bigint;
  narration: string;
  counterparty: string;
}

/** Returns whether a rule is about a line. Texts are compared as in searches. */
export function fitsRule(rule: Rule, line: RuleLine): boolean {
  const amount = line.amount < 0n ? -line.amount : line.amount;
  return (
    rule.direction === directionOf(line.amount) &&
    (rule.bankAccountId === null || rule.bankAccountId === line.bankAccountId) &&
    (rule.amount === null ||
      (rule.amountRule === "exactly" ? amount === rule.amount : amount <= rule.amount)) &&
    foldText(`${line.counterparty} ${line.narration}`).includes(foldText(rule.text))
  );
}

/** Returns the rules about a line, without those whose text is a part of another's: the longer text says more about the line. */
function relevantRules<R extends Rule>(rules: readonly R[], line: RuleLine): R[] {
  const fitting = rules.filter((rule) => fitsRule(rule, line));
  const texts = fitting.map(({ text }) => foldText(text));
  return fitting.filter((_, index) => {
    const own = texts[index]!;
    return !texts.some((text) => text !== own && text.includes(own));
  });
}

/** Returns the rule that decides about a line; null if there is none, or if two have different categories. */
export function decidingRule<R extends Rule>(rules: readonly R[], line: RuleLine): R | null {
  const [first, ...others] = relevantRules(rules, line);
  return first && others.every(({ category }) => category === first.category) ? first : null;
}

/** Returns the rules that disagree about a line, so that a person decides; empty if they agree. */
export function disputingRules<R extends Rule>(rules: readonly R[], line: RuleLine): R[] {
  const relevant = relevantRules(rules, line);
  return new Set(relevant.map(({ category }) => category)).size > 1 ? relevant : [];
}
