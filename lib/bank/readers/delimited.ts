import "server-only";
import { CsvError, parse } from "csv-parse/sync";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { MAX_ROWS, collectRows, type Row } from "./rows";
import { readDays, readKobo } from "./values";

const delimiters = [",", ";", "\t", "|"];
/** The number of lines from which the delimiter is guessed. */
const SAMPLE_LINES = 200;
const MAX_LINE_CHARS = 131_072;

const isDate = (cell: string) => Object.keys(readDays(cell)).length > 0;
const unquote = (cell: string) => cell.trim().replace(/^"(.*)"$/, "$1");

/** Returns the delimiter that yields the most rows with a date and an amount, or else the most cells. */
function guessDelimiter(text: string): string {
  const lines = text.slice(0, SAMPLE_LINES * 1_000).split("\n", SAMPLE_LINES);
  const score = (delimiter: string) => {
    let [bookings, cellCount] = [0, 0];
    for (const line of lines) {
      const cells = line.split(delimiter, 50).map(unquote);
      cellCount += cells.length - 1;
      const amounts = cells.filter((cell) => readKobo(cell) !== null && !isDate(cell)).length;
      if (cells.some(isDate) && amounts > 0) bookings += 1;
    }
    return bookings * 1_000_000 + cellCount;
  };
  const scores = delimiters.map(score);
  return delimiters[scores.indexOf(Math.max(...scores))]!;
}

/** Whether a bank puts spaces around quoted cells. Then a quote within a cell must be doubled. */
const hasSpacedQuotes = (text: string, delimiter: string) =>
  delimiter !== "\t" &&
  new RegExp(`" +\\${delimiter} *"|" *\\${delimiter} +"`).test(text.slice(0, SAMPLE_LINES * 100));

/**
 * Reads text with delimiters: CSV (RFC 4180) with commas, semicolons, tabs or vertical bars. A quote within a cell is part of its text, as in
 * `pipe 5" long`. Throws `FormatError` with the line for a quote that is not closed, which would swallow the next rows, and for too long
 * lines and too many rows or columns.
 */
export function readDelimited(text: string): Row[] {
  requireShortLines(text);
  const delimiter = guessDelimiter(text);
  const { rows, add } = collectRows();
  try {
    parse(text, {
      delimiter,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: hasSpacedQuotes(text, delimiter),
      recordDelimiter: "\n",
      to: MAX_ROWS + 1,
      onRecord: (cells: string[], { lines: number }) => {
        const place = `Line ${number}`;
        if (cells.some((cell) => cell.includes("\n") && swallowsRow(cell, delimiter)))
          throw new FormatError(`${place}: a quote is not closed`);
        add({ number, place, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FormatError(`Line ${error.lines}: ${shorten(error.message.replace(/ at line \d+/, ""), 200)}`);
  }
  return rows;
}

/** Whether a cell of several lines contains another row: after its first line, it has cells of which one is a date. */
const swallowsRow = (cell: string, delimiter: string) =>
  cell
    .split("\n")
    .slice(1)
    .some((line) => line.includes(delimiter) && line.split(delimiter, 50).map(unquote).some(isDate));

/** Bounds the number of cells in a line. */
function requireShortLines(text: string): void {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    if (to - from > MAX_LINE_CHARS) throw new FormatError("A line is too long");
    from = to + 1;
  }
}
