import * as z from "zod";
import { isDay } from "@/lib/dates";
import { kobo } from "@/lib/money-schema";
import { WHOLE_BPS } from "@/lib/plans/terms-schema";
import "@/lib/zod";

/** Input and answers of the calls about the life of an investment (product 10.33). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const isDayText = z.string("Enter a date").refine(isDay, "Enter a date");

export const redemptionQuery = z.object({ amount: kobo });

/** The day is that of the preview, because the figures of another day differ. */
export const redeemSchema = z.object({ amount: kobo, day: isDayText });

/** What a redemption pays, costs and leaves. */
export const redemptionDto = z.object({
  day: z.string(),
  amount,
  /** The return so far, on all of the principal. */
  gross: amount,
  fee: amount,
  tax: amount,
  net: amount,
  /** The principal that is returned, less losses, before the charge. */
  principal: amount,
  charge: amount,
  /** What is paid in all. */
  total: amount,
  /** The principal that remains invested. */
  remaining: amount,
});
export type RedemptionDto = z.output<typeof redemptionDto>;

export const reinvestments = ["nothing", "principal", "everything"] as const;
export type Reinvestment = (typeof reinvestments)[number];

/** Reinvesting takes the acceptance of the version that the plan has now. */
const acceptance = {
  version: z.int().min(1),
  termsHash: z.string().regex(/^[\da-f]{64}$/),
  accepted: z.literal(true, "Accept the risk and the terms to go on"),
};
export const reinvestmentSchema = z.discriminatedUnion(
  "choice",
  [
    z.object({ choice: z.literal("nothing") }),
    z.object({ choice: z.literal("principal"), ...acceptance }),
    z.object({ choice: z.literal("everything"), ...acceptance }),
  ],
  "Choose what happens at maturity",
);

/** The largest rate that can be declared: all of the principal within a month. */
const MAX_DECLARED_BPS = 12 * WHOLE_BPS;
const declaredRate = `Enter a percentage a year from -${MAX_DECLARED_BPS / 100} to ${MAX_DECLARED_BPS / 100}`;

const month = z.string("Choose a month").regex(/^(?:19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/, "Choose a month");

export const declarationSchema = z.object({
  month,
  /** A year, in basis points: negative is a loss. */
  rate: z.int(declaredRate).min(-MAX_DECLARED_BPS, declaredRate).max(MAX_DECLARED_BPS, declaredRate),
});

export const declarationsDto = z.object({
  /** Newest first. */
  declared: z.array(z.object({ month, rate: z.int(), confirmedAt: z.iso.datetime() })),
  /** Months for which payments wait, oldest first; only those that are over can be declared. */
  waiting: z.array(
    z.object({
      month,
      investments: z.int(),
      isOver: z.boolean(),
      /** What an administrator has declared and another has to confirm. */
      proposedRate: z.int().nullable(),
    }),
  ),
});
export type DeclarationsDto = z.output<typeof declarationsDto>;

const taxRate = "Enter a percentage from 0 to 100";
export const taxChangeSchema = z.object({
  from: isDayText,
  rate: z.int(taxRate).min(0, taxRate).max(WHOLE_BPS, taxRate),
});

export const taxChangeDto = z.object({ from: z.string(), rate: z.int(), changedAt: z.iso.datetime() });
export type TaxChangeDto = z.output<typeof taxChangeDto>;
