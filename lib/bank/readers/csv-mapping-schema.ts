import * as z from "zod";

/** The order of day, month and year in numeric dates. */
export const dateOrders = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
} as const;
export type DateOrder = keyof typeof dateOrders;

const choose = (column: string) => z.string(`Choose ${column}`).trim().min(1, `Choose ${column}`).max(100);
const column = choose("a column");

/**
 * The column mapping of a bank's CSV. The amount is one column, signed or with a direction column, or two columns for money in and money
 * out.
 */
const csvMapping = z.object({
  date: choose("the column with the date"),
  dateOrder: z.enum(Object.keys(dateOrders) as DateOrder[], "Choose a date order"),
  amount: column.optional(),
  direction: column.optional(),
  credit: column.optional(),
  debit: column.optional(),
  balance: column.optional(),
  narration: choose("the column with the narration"),
  counterparty: column.optional(),
  bankReference: column.optional(),
});
/** An incomplete mapping. */
export const csvMappingInput = csvMapping.partial();
export const csvMappingSchema = csvMapping.refine(
  ({ amount, credit, debit }) => (amount ? !credit && !debit : credit && debit),
  {
    path: ["amount"],
    message: "Choose a column for the amount, or one for money in and one for money out",
    // Reported together with the other problems.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);
export type CsvMapping = z.output<typeof csvMappingSchema>;
