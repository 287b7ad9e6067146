import * as z from "zod";

/** The order of day, month and year in numeric dates. */
export const dateOrders = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
} as const;
export type DateOrder = keyof typeof dateOrders;

/** The maximum number of columns of a statement. */
export const MAX_COLUMNS = 200;

/** A number in a form field, where an empty text means that none is chosen. */
const numberField = (message: string, min: number, max: number) =>
  z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number(message).int(message).min(min, message).max(max, message),
  );
const choose = (column: string) => numberField(`Choose ${column}`, 0, MAX_COLUMNS - 1);
const column = choose("a column").optional();

/**
 * The meaning of the columns of a statement without a format of its own (CSV, Excel), by index from 0, because headings may be missing or
 * repeated. The amount is one column, signed or with a direction column, or two columns for money in and money out.
 */
const csvMapping = z.object({
  /** The number of the row with the headings, from 1; none if the file has no headings. Rows up to it are not read. */
  headerRow: numberField("Choose the row with the headings", 1, 1_000_000).optional(),
  date: choose("the column with the date"),
  dateOrder: z.enum(
    Object.keys(dateOrders) as DateOrder[],
    "Choose the order: the dates can be read in several ways",
  ),
  amount: column,
  direction: column,
  credit: column,
  debit: column,
  balance: column,
  /** What a minus sign in the column of money out means, if neither positive amounts in it nor balances show it. */
  minus: z.enum(["out", "reversal"], "Choose what a minus sign means").optional(),
  narration: choose("the column with the narration"),
  counterparty: column,
  bankReference: column,
  /** What happens with the texts of all other columns: without a choice, they are left out. */
  otherColumns: z.enum(["narration"]).optional(),
});
/** An incomplete mapping. */
export const csvMappingInput = csvMapping.partial();
export const csvMappingSchema = csvMapping.refine(
  ({ amount, credit, debit }) =>
    amount === undefined
      ? credit !== undefined && debit !== undefined
      : credit === undefined && debit === undefined,
  {
    path: ["amount"],
    message: "Choose a column for the amount, or one for money in and one for money out",
    // Reported together with the other problems.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);
export type CsvMapping = z.output<typeof csvMappingSchema>;
