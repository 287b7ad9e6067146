import * as z from "zod";

/** The order of day, month and year in dates that are written with digits only. */
export const dateOrders = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
} as const;
export type DateOrder = keyof typeof dateOrders;

const column = z.string().trim().min(1).max(100);

/** Which columns of a bank's CSV say what. Either one column has the amount with its sign, or two have what came in and what went out. */
const csvMapping = z.object({
  date: column,
  dateOrder: z.enum(Object.keys(dateOrders) as DateOrder[]),
  amount: column.optional(),
  credit: column.optional(),
  debit: column.optional(),
  balance: column.optional(),
  narration: column,
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
  },
);
export type CsvMapping = z.output<typeof csvMappingSchema>;
