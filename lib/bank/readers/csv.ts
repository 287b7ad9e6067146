import "server-only";
import { isDay } from "@/lib/dates";
import { readCsv } from "@/lib/formats/csv";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { MAX_COLUMNS, dateOrders, type CsvMapping, type DateOrder } from "./csv-mapping-schema";
import {
  CHUNK_CHARS,
  MAX_CELL_CHARS,
  chunksOf,
  parseKobo,
  requireLineCount,
  tidy,
  type Statement,
  type StatementLine,
} from "./statement";

const MAX_PREAMBLE_LINES = 40;
const MAX_HEADER_CHARS = 10_000;
const words = {
  date: /^(transaction|trans|tran|posting|post|booking|entry)?[ ._-]*date$/i,
  amount: /^(transaction[ ._-]*)?amount\b/i,
  direction: /^(dr|debit)[\s/_-]*(cr|credit)\b|^(cr|credit)[\s/_-]*(dr|debit)\b|^(d\s*\/\s*c|c\s*\/\s*d)\b/i,
  credit: /^(credit|money in|deposits?|lodge?ments?|paid in)\b/i,
  debit: /^(debit|money out|withdrawals?|paid out)\b/i,
  balance: /\bbalance\b/i,
  narration: /narration|narrative|description|details|remarks|particulars/i,
  counterparty: /^(sender|payer|counterparty|beneficiary|from)\b/i,
  bankReference: /\b(reference|ref|session id|transaction id)\b/i,
} as const;

interface Header {
  line: number;
  /** The number of characters before the header. */
  start: number;
  delimiter: string;
  columns: string[];
}

/** Returns the first line whose cells name a date and an amount; banks put the account holder's name and address above it. */
export function findHeader(text: string): Header {
  const lines = text.split(/\r\n|\n|\r/, MAX_PREAMBLE_LINES);
  let start = 0;
  for (const [index, line] of lines.entries()) {
    for (const delimiter of line.length > MAX_HEADER_CHARS ? [] : [",", ";", "\t"]) {
      const columns = line.split(delimiter, MAX_COLUMNS + 1).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, "$1")
          .trim(),
      );
      const has = (word: RegExp) => columns.some((cell) => word.test(cell));
      if (
        columns.length > 2 &&
        columns.length <= MAX_COLUMNS &&
        has(/\bdate\b/i) &&
        (has(words.amount) || (has(words.credit) && has(words.debit)))
      )
        return { line: index + 1, start, delimiter, columns };
    }
    start += line.length;
    start += text.startsWith("\r\n", start) ? 2 : 1;
  }
  throw new FormatError(
    "No header row found. It must name a date column, and an amount column or columns for money in and money out.",
  );
}

/** Guesses the mapping, which a person confirms. */
export function guessMapping(columns: readonly string[]): Partial<CsvMapping> {
  const indexOf = (matches: (cell: string) => boolean) => {
    const index = columns.findIndex(matches);
    return index < 0 ? undefined : index;
  };
  const find = (name: keyof typeof words) =>
    indexOf((cell) => words[name].test(cell) && (name === "direction" || !words.direction.test(cell)));
  const date = find("date") ?? indexOf((cell) => /\bdate\b/i.test(cell));
  const [credit, debit, amount] = [find("credit"), find("debit"), find("amount")];
  return Object.fromEntries(
    Object.entries({
      date,
      dateOrder: "dmy",
      ...(credit !== undefined && debit !== undefined
        ? { credit, debit }
        : { amount, direction: find("direction") }),
      balance: find("balance"),
      narration: find("narration"),
      counterparty: find("counterparty"),
      bankReference: find("bankReference"),
    }).filter(([, value]) => value !== undefined),
  );
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const DAY = /^(\d{1,4}|[a-z]{3,9})[ /.-]([a-z]{3,9}|\d{1,2}),?[ /.-](\d{1,4})(?:[T ].*)?$/i;

/** Parses the date in a cell, without its time of day. Throws `FormatError` if it is not valid in that order. */
export function parseStatementDay(cell: string, order: DateOrder, place: string): string {
  const [, first, second, third] = (cell.length <= MAX_CELL_CHARS && DAY.exec(cell.trim())) || [];
  const wrong = new FormatError(
    `${place}: "${shorten(cell)}" is not a date in the order ${dateOrders[order]}`,
  );
  if (!first || !second || !third) throw wrong;
  const named = [first, second].find((part) => /[a-z]/i.test(part));
  const [year, month, day] = named
    ? [
        third.length > 2 || first.length < 4 ? third : first,
        String(months.indexOf(named.slice(0, 3).toLowerCase()) + 1),
        named === first ? second : first,
      ]
    : order === "ymd"
      ? [first, second, third]
      : order === "dmy"
        ? [third, second, first]
        : [third, first, second];
  const on = `${year!.length === 2 ? `20${year}` : year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  if (!isDay(on)) throw wrong;
  return on;
}

/**
 * Reads a bank's CSV with a mapping. Throws `FormatError` with the line for an invalid date or amount, both or neither of money in and out,
 * a currency sign other than naira, and, if a balance is mapped, a balance that does not match the adjacent line: a line is missing, or the
 * signs are reversed.
 */
export async function readCsvStatement(text: string, mapping: CsvMapping): Promise<Statement> {
  const header = findHeader(text);
  const at = (index: number | undefined) => {
    if (index === undefined) return -1;
    if (index >= header.columns.length)
      throw new FormatError(`Line ${header.line}: there is no column ${index + 1}`);
    return index;
  };
  const names = Object.keys(words) as (keyof typeof words)[];
  const columns = Object.fromEntries(names.map((name) => [name, at(mapping[name])])) as Record<
    keyof typeof words,
    number
  >;
  const rows: StatementLine[] = [];
  // Columns whose cells are all directions or empty, and columns with any text.
  const directions = new Set(header.columns.keys());
  const filled = new Set<number>();
  let isHeader = true;
  for await (const { fields, line } of readCsv(chunksWithLines(text, header.start), {
    columns: header.columns.length,
    delimiter: header.delimiter,
    firstLine: header.line,
    relaxQuotes: true,
  })) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    requireLineCount(rows.length + 1);
    const place = `Line ${line}`;
    const cell = (name: keyof typeof columns) => (columns[name] < 0 ? "" : fields[columns[name]]!.trim());
    for (const [index, field] of fields.entries()) {
      if (field.trim() === "") continue;
      filled.add(index);
      if (!DIRECTION.test(field.trim())) directions.delete(index);
    }
    const balanceKobo = cell("balance") ? parseKobo(cell("balance"), place) : null;
    const narration = tidy(cell("narration"));
    const amountKobo =
      mapping.amount !== undefined && mapping.direction !== undefined
        ? directedAmount(cell("amount"), cell("direction"), place)
        : amountOf(cell("amount"), cell("credit"), cell("debit"), place);
    // Some banks begin with the balance brought forward.
    const isOpening = amountKobo === null && balanceKobo !== null && rows.length === 0;
    if (amountKobo === null && !isOpening && !/balance|brought forward|b\/f/i.test(narration))
      throw new FormatError(`${place}: the amount is missing`);
    rows.push({
      on: parseStatementDay(cell("date"), mapping.dateOrder, place),
      amountKobo: amountKobo ?? 0n,
      narration,
      counterparty: tidy(cell("counterparty")),
      bankReference: tidy(cell("bankReference")),
      balanceKobo,
      place,
      parts: [],
    });
  }
  if (mapping.amount !== undefined && mapping.direction === undefined) {
    const ignored = header.columns.find(
      (name, index) =>
        index !== columns.amount &&
        (words.direction.test(name) || (directions.has(index) && filled.has(index))),
    );
    if (ignored !== undefined)
      throw new FormatError(
        `The column "${shorten(ignored)}" seems to show which amounts are money out. Choose it as the debit or credit column.`,
      );
  }
  if (mapping.balance !== undefined) requireRunningBalance(rows);
  return { account: null, lines: rows, setAside: [] };
}

/** Splits the text into chunks. Throws `FormatError` for a chunk without a line end, which bounds the number of fields in a line. */
async function* chunksWithLines(text: string, from: number): AsyncGenerator<string> {
  for await (const chunk of chunksOf(text, from)) {
    if (chunk.length >= CHUNK_CHARS && !/[\r\n]/.test(chunk)) throw new FormatError("A line is too long");
    yield chunk;
  }
}

const DIRECTION = /^(?:(c|cr|crdt|credit|in|deposit|lodge?ment)|(d|dr|dbit|debit|out|withdrawal))\.?$/i;

/** Returns an amount with a direction column; null if it is empty or zero. */
function directedAmount(amount: string, direction: string, place: string): bigint | null {
  const kobo = amountOf(amount, "", "", place);
  if (kobo === null) return null;
  const [, credit, debit] = DIRECTION.exec(direction) ?? [];
  if (!credit && !debit)
    throw new FormatError(`${place}: "${shorten(direction)}" is neither debit nor credit`);
  if (credit && kobo < 0n) throw new FormatError(`${place}: money in is negative`);
  return debit && kobo > 0n ? -kobo : kobo;
}

/** Returns the amount: positive if received, negative if paid out; null if all cells are empty or zero. */
function amountOf(amount: string, credit: string, debit: string, place: string): bigint | null {
  const [whole, received, paid] = [amount, credit, debit].map((cell) =>
    /^[-–]?$/.test(cell) ? 0n : parseKobo(cell, place),
  );
  if (received && paid) throw new FormatError(`${place}: the line has both money in and money out`);
  if (received! < 0n) throw new FormatError(`${place}: money in is negative`);
  return whole || received || (paid && (paid < 0n ? paid : -paid)) || null;
}

/** Throws unless each balance follows from that of the previous line in time; the newest line is first or last. */
function requireRunningBalance(rows: readonly StatementLine[]): void {
  const follows = (earlier: StatementLine, later: StatementLine) =>
    earlier.balanceKobo === null ||
    later.balanceKobo === null ||
    earlier.balanceKobo + later.amountKobo === later.balanceKobo;
  const breaks = (isNewestFirst: boolean) =>
    rows.findIndex(
      (row, index) =>
        index > 0 && !(isNewestFirst ? follows(row, rows[index - 1]!) : follows(rows[index - 1]!, row)),
    );
  const [ascending, descending] = [breaks(false), breaks(true)];
  if (ascending < 0 || descending < 0) return;
  const row = rows[Math.max(ascending, descending)]!;
  throw new FormatError(
    `${row.place}: the balance does not match the adjacent line. A line is missing or wrong.`,
  );
}
