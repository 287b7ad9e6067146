import "server-only";
import { FormatError } from "@/lib/formats/format-error";
import { MAX_COLUMNS } from "./csv-mapping-schema";
import { MAX_LINES, requireLineCount } from "./statement";

/** A row of a table: a line of CSV, or a row of a spreadsheet or HTML table. Rows without any text are left out. */
export interface Row {
  /** The number in the file, from 1. */
  number: number;
  /** The position for messages, such as `Line 7`. */
  place: string;
  cells: string[];
}

/** The maximum number of rows of a file: its bookings, and what banks write around them. */
export const MAX_ROWS = MAX_LINES + 10_000;

/** The maximum number of cells of a file; banks write fewer than 20 columns. */
const MAX_CELLS = 40 * MAX_LINES;

/** Collects rows. Its function throws `FormatError` for too many rows, columns or cells. */
export function collectRows(): { rows: Row[]; add: (row: Row) => void } {
  const rows: Row[] = [];
  let cellCount = 0;
  const add = ({ cells, ...position }: Row) => {
    const count = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    if (count === 0) return;
    if (count > MAX_COLUMNS)
      throw new FormatError(`${position.place}: a row can have at most ${MAX_COLUMNS} columns`);
    if (rows.length >= MAX_ROWS) requireLineCount(MAX_ROWS);
    cellCount += count;
    if (cellCount > MAX_CELLS)
      throw new FormatError("This file has too many columns. Export fewer, or a shorter period.");
    rows.push({ ...position, cells: cells.slice(0, MAX_COLUMNS) });
  };
  return { rows, add };
}
