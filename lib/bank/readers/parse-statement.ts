import "server-only";
import { lagosDay } from "@/lib/dates";
import { FormatError } from "@/lib/formats/format-error";
import { MAX_KOBO, formatKobo } from "@/lib/money";
import { readCamt053 } from "./camt053";
import type { CsvMapping } from "./csv-mapping-schema";
import { withDecimalPoints } from "./decimal-commas";
import { decodeText, isZip } from "./decode";
import { readDelimited } from "./delimited";
import { readExcelRows } from "./excel";
import { describeTable, type TableDescription } from "./guess";
import { isTableMarkup, readMarkup } from "./html";
import { isMt940, readMt940 } from "./mt940";
import type { Row } from "./rows";
import type { Statement, StatementLine } from "./statement";
import { readTable } from "./table";

/** What a file is and, for a table, what a person needs to map its columns. */
export interface FileDescription extends Omit<TableDescription, "guess" | "shape"> {
  format: "csv" | "excel" | "mt940" | "camt.053";
  /** Null if the format needs no mapping. */
  guess: TableDescription["guess"] | null;
  shape: TableDescription["shape"] | null;
}

type Content = { format: "mt940" | "camt.053"; text: string } | { format: "csv" | "excel"; rows: Row[] };

async function open(bytes: Uint8Array): Promise<Content> {
  const content = await openAsWritten(bytes);
  return "rows" in content ? { ...content, rows: withDecimalPoints(content.rows) } : content;
}

async function openAsWritten(bytes: Uint8Array): Promise<Content> {
  if (isZip(bytes)) return { format: "excel", rows: await readExcelRows(bytes) };
  const text = decodeText(bytes);
  if (isTableMarkup(text)) return { format: "excel", rows: readMarkup(text) };
  if (/^\s*</.test(text)) return { format: "camt.053", text };
  return isMt940(text) ? { format: "mt940", text } : { format: "csv", rows: readDelimited(text) };
}

/** Describes a file before it is read. Throws `FormatError` if it can be no statement. */
export async function describe(bytes: Uint8Array): Promise<FileDescription> {
  const content = await open(bytes);
  if (!("rows" in content)) {
    const { format } = content;
    return { format, rows: [], columnCount: 0, guess: null, shape: null };
  }
  const { format, rows } = content;
  if (!rows.some(({ cells }) => cells.length > 1))
    throw new FormatError("This file has no columns. Export the statement as CSV, Excel, MT940 or camt.053.");
  return { format, ...describeTable(rows) };
}

/** The most characters of a table whose rows are returned: the server receives and searches them at once. */
const MAX_TABLE_CHARS = 300_000;

/** Reads the rows of a table, CSV or Excel, such as a bank's answer. Throws `FormatError` for other files and large tables. */
export async function rows(bytes: Uint8Array): Promise<Row[]> {
  const content = await open(bytes);
  if ("rows" in content) {
    const count = content.rows.reduce(
      (sum, { cells }) => cells.reduce((chars, cell) => chars + cell.length + 1, sum),
      0,
    );
    if (count <= MAX_TABLE_CHARS) return content.rows;
    throw new FormatError("This table is too large. Choose one with the payouts of this batch only.");
  }
  throw new FormatError("This is not a table. Choose a CSV or Excel file.");
}

/**
 * Reads an entire statement, or throws `FormatError` with the place. Rejects future days, which usually mean that day and month are
 * swapped. A table requires a mapping.
 */
export async function parse(
  bytes: Uint8Array,
  mapping: CsvMapping | null,
  today: string = lagosDay(),
): Promise<Statement> {
  const content = await open(bytes);
  if ("rows" in content && !mapping) throw new FormatError("Map the columns of the file first");
  const statement =
    "rows" in content
      ? readTable(content.rows, mapping!)
      : content.format === "mt940"
        ? readMt940(content.text)
        : await readCamt053(content.text);
  // Banks also list entries of zero, such as a balance brought forward.
  const lines = statement.lines.filter(({ amountKobo }) => amountKobo !== 0n);
  requireSound(lines, today);
  return { ...statement, lines };
}

function requireSound(lines: readonly StatementLine[], today: string): void {
  if (lines.length === 0) throw new FormatError("The statement has no transactions");
  const early = lines.find(({ on }) => on > today);
  if (early) throw new FormatError(`${early.place}: ${early.on} is in the future`);
  const moved = lines.reduce((sum, { amountKobo }) => sum + (amountKobo < 0n ? -amountKobo : amountKobo), 0n);
  if (moved > MAX_KOBO)
    throw new FormatError(`The lines add up to more than ${formatKobo(MAX_KOBO)}. Export a shorter period.`);
}
