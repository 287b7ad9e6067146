import * as z from "zod";
import { dayNumber, isDay } from "@/lib/dates";
import "@/lib/zod";

/** Request and response schemas for the account statement calls (product 10.36). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const day = z.string("Enter a date").refine(isDay, "Enter a date");

/** The longest period, in days: ten years. */
const MAX_DAYS = 3_660;

export const accountStatementQuery = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => !isDay(from) || !isDay(to) || from <= to, {
    path: ["to"],
    message: "The end date is before the start date",
  })
  .refine(({ from, to }) => !isDay(from) || !isDay(to) || dayNumber(to) - dayNumber(from) <= MAX_DAYS, {
    path: ["to"],
    message: "Choose a period of up to ten years",
  });
export type AccountStatementQuery = z.output<typeof accountStatementQuery>;

/** An account statement. Balances are the sum of invested and due amounts. */
export const accountStatementDto = z.object({
  from: day,
  to: day,
  opening: amount,
  lines: z.array(
    z.object({
      _id: z.uuid(),
      on: day,
      kind: z.string(),
      reference: z.string().nullable(),
      amount,
      balance: amount,
    }),
  ),
  closing: amount,
  totals: z.object({
    credits: amount,
    debits: amount,
    /** Returns due in the period, before fee and tax. */
    returns: amount,
    fees: amount,
    /** Tax withheld from them. */
    tax: amount,
    netReturns: amount,
    losses: amount,
    /** Charges for early redemption. */
    charges: amount,
  }),
});
export type AccountStatementDto = z.output<typeof accountStatementDto>;
