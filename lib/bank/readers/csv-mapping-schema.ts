import * as z from "zod";

/** The order of day, month and year in dates that are written with digits only. */
export const dateOrders = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
} as const;
export type DateOrder = keyof typeof dateOrders;

const choose = (what: string) => z.string(`Choose ${what}`).trim().min(1, `Choose ${what}`).max(100);
const column = choose("a column");

/**
 * Which columns of a bank's CSV say what. One column has the amount, with its sign or with another column that says its direction; or two have
 * what came in and what went out.
 */
const csvMapping = z.object({
  date: choose("the column with the date"),
  dateOrder: z.enum(Object.keys(dateOrders) as DateOrder[], "Choose the order of dates"),
  amount: column.optional(),
  direction: column.optional(),
  credit: column.optional(),
  debit: column.optional(),
  balance: column.optional(),
  narration: choose("the column with the narration"),
  counterparty: column.optional(),
  bankReference: column.optional(),
});
/** A mapping that is not complete yet. */
export const csvMappingInput = csvMapping.partial();
export const csvMappingSchema = csvMapping.refine(
  ({ amount, credit, debit }) => (amount ? !credit && !debit : credit && debit),
  {
    path: ["amount"],
    message: "Choose a column for the amount, or one for money in and one for money out",
    // With the other problems, and not after them.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);
export type CsvMapping = z.output<typeof csvMappingSchema>;
