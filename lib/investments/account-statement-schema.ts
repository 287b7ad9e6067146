import * as z from "zod";
import { dayNumber, isDay } from "@/lib/dates";
import "@/lib/zod";

/** Input and answers of the calls about statements of account (product 10.36). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const day = z.string("Enter a date").refine(isDay, "Enter a date");

/** The longest range of a statement, in days: ten years. */
const MAX_DAYS = 3_660;

export const statementQuery = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => !isDay(from) || !isDay(to) || from <= to, {
    path: ["to"],
    message: "This day is before the first one",
  })
  .refine(({ from, to }) => !isDay(from) || !isDay(to) || dayNumber(to) - dayNumber(from) <= MAX_DAYS, {
    path: ["to"],
    message: "Choose ten years at most",
  });
export type StatementQuery = z.output<typeof statementQuery>;

/** What happened to an investor's money in a range of days. Balances are what is invested and due in all. */
export const statementDto = z.object({
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
});
export type StatementDto = z.output<typeof statementDto>;
