import * as z from "zod";
import { isDay } from "@/lib/dates";
import { kobo } from "@/lib/money-schema";
import "@/lib/zod";

/**
 * Request and response schemas for the redemption and reinvestment calls (product 10.33). Safe in the browser. Amounts are kobo as decimal
 * text.
 */
const amount = z.string();
const isDayText = z.string("Enter a date").refine(isDay, "Enter a date");

export const redemptionQuery = z.object({ amount: kobo });

/** The day of the preview, on which it takes effect, because figures differ from day to day. */
export const redeemSchema = z.object({ amount: kobo, day: isDayText });

/** The figures of a redemption. */
export const redemptionDto = z.object({
  /** The day on which it takes effect. */
  day: z.string(),
  /**
   * Whether it takes effect later, with the return that is declared for the period: the return is paid besides, or the share of a loss
   * deducted from the principal.
   */
  isPending: z.boolean(),
  amount,
  /** The accrued return on all of the principal. */
  gross: amount,
  fee: amount,
  tax: amount,
  net: amount,
  /** Repaid principal, less losses, before the charge. */
  principal: amount,
  charge: amount,
  /** The total payment. */
  total: amount,
  /** The principal that remains invested. */
  remaining: amount,
});
export type RedemptionDto = z.output<typeof redemptionDto>;

export const reinvestments = ["nothing", "principal", "everything"] as const;
export type Reinvestment = (typeof reinvestments)[number];

/** Reinvesting requires accepting the plan's current version. */
const acceptance = {
  version: z.int32().min(1),
  termsHash: z.string().regex(/^[\da-f]{64}$/),
  accepted: z.literal(true, "Accept the risk and the terms to continue"),
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
