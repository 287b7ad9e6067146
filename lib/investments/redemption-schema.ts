import * as z from "zod";
import { isDay } from "@/lib/dates";
import { kobo } from "@/lib/money-schema";
import "@/lib/zod";

/** Input and answers of the calls about redemption and reinvestment (product 10.33). Safe in the browser. Amounts are kobo as decimal text. */
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
