import * as z from "zod";
import { text } from "@/lib/forms/atoms";
import { allowsDirection, categories, categoryNames } from "@/lib/ledger/category-rules";
import { kobo } from "@/lib/money-schema";
import { foldText } from "@/lib/text";
import { lineStates } from "./state-rules";
import { statesIn } from "@/lib/acts/rules";
import "@/lib/zod";

/** Request and response schemas for the rules that book statement lines (product 10.32). Safe in the browser. Amounts are kobo as text. */
export const amountRules = { any: "Any amount", exactly: "Exactly", at_most: "At most" } as const;
export type AmountRule = keyof typeof amountRules;

/** A shorter text would be contained in too many lines. */
export const MIN_TEXT = 4;
const TOO_SHORT = `Enter at least ${MIN_TEXT} characters`;

const fields = {
  name: text(2, "Enter a name"),
  /** What the sender or the narration contains, as in searches: case and accents make no difference. */
  text: text(MIN_TEXT, TOO_SHORT).refine((value) => foldText(value).length >= MIN_TEXT, TOO_SHORT),
  direction: z.enum(["in", "out"]),
  /** Null for all bank accounts. */
  bankAccountId: z.uuid().nullable(),
  amountRule: z.enum(Object.keys(amountRules) as [AmountRule, ...AmountRule[]]),
  /** Null for any amount. */
  amount: kobo.nullable(),
  category: z.enum(categoryNames),
};

export const lineRuleInput = z
  .object(fields)
  .refine(({ amountRule, amount }) => (amountRule === "any") === (amount === null), {
    path: ["amount"],
    message: "Enter an amount",
  })
  .refine(({ category, direction }) => allowsDirection(category, direction), {
    path: ["category"],
    message: "This category is for money out",
  });
export type LineRuleInput = z.output<typeof lineRuleInput>;

export const lineRuleSwitch = z.object({ isActive: z.boolean() });

export const lineRuleDto = z.object({
  _id: z.uuid(),
  ...fields,
  name: z.string(),
  text: z.string(),
  isActive: z.boolean(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  /** The lines that it has booked and that were not undone, their sum, and the day of the last. */
  count: z.int(),
  sum: z.string(),
  lastOn: z.string().nullable(),
});
export type LineRuleDto = z.output<typeof lineRuleDto>;

const previewLine = z.object({
  _id: z.uuid(),
  on: z.string(),
  amount: z.string(),
  narration: z.string(),
  counterparty: z.string(),
  state: z.enum(statesIn(lineStates)),
  /** How it was decided, in words; null if it waits. */
  decided: z.string().nullable(),
});

/** What a rule would have booked in the last 12 months. */
export const lineRulePreviewDto = z.object({
  count: z.int(),
  sum: z.string(),
  /** Those that wait for a decision, which the rule books as soon as it is saved. */
  waiting: z.int(),
  /** Those that wait for a decision and that another rule books otherwise, so that they are left to a person. */
  disputed: z.int(),
  lines: z.array(previewLine),
  /** Those that a person has decided otherwise. */
  otherwise: z.object({ count: z.int(), lines: z.array(previewLine) }),
  /** Whether there are more lines than were read. */
  isPartial: z.boolean(),
});
export type LineRulePreviewDto = z.output<typeof lineRulePreviewDto>;

/** Returns the label of a category of a rule. */
export const categoryLabel = ({ category }: Pick<LineRuleInput, "category">): string =>
  categories[category].label;
