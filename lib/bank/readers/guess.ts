import "server-only";
import { createHash } from "node:crypto";
import { dateOrders, type CsvMapping, type DateOrder } from "./csv-mapping-schema";
import { normalizeHeadings, readHeadings } from "./headings";
import type { Row } from "./rows";
import { isBlankAmount, readDays, readDirection, readKobo } from "./values";

/** Banks put the holder's name and address, and summaries, above the headings. */
const MAX_PREAMBLE_ROWS = 100;
const SHOWN_ROWS = 12;
const ROWS_ABOVE_HEADER = 3;
const MAX_SHOWN_CHARS = 60;

/** What a person needs to map the columns of a table. */
export interface TableDescription {
  /** The rows around the headings, with shortened cells. */
  rows: { number: number; cells: string[] }[];
  columnCount: number;
  /** The mapping that the headings and values suggest. What is uncertain is missing. */
  guess: Partial<CsvMapping>;
  /** A hash of the headings: files with the same shape take the same mapping, but for `headerRow`. */
  shape: string;
}

const isDate = (cell: string) => Object.keys(readDays(cell)).length > 0;
const isAmount = (cell: string) => readKobo(cell) !== null;
/** Whether a row may be a booking: it has a date, and an amount beside it. */
const isBookingLike = ({ cells }: Row) =>
  cells.some(isDate) && cells.some((cell) => isAmount(cell) && !isDate(cell));
const isHeadingLike = ({ cells }: Row) => {
  const texts = cells.filter((cell) => cell.trim() !== "");
  return texts.length > 1 && !texts.some((cell) => isAmount(cell) || isDate(cell));
};

interface Table {
  header: Row | undefined;
  /** The headings of the columns; those of two rows are joined if one row alone has the same heading twice. */
  headings: string[];
  body: Row[];
}

const textOf = ({ cells }: Row) => cells.join("\n").toLowerCase();
const hasRepeated = (headings: readonly string[], columns: readonly number[]) =>
  new Set(columns.map((column) => headings[column])).size < columns.length;

/** Whether headings name a date and an amount, or money in and money out. */
function isNamed(headings: readonly string[]): boolean {
  const { date, amount, credit, debit } = readHeadings(headings);
  const hasAmount = amount.length > 0 && !hasRepeated(headings, amount);
  return date.length > 0 && (hasAmount || (debit.length > 0 && credit.length > 0));
}

/** Returns the headings in a row, joined with those above it if only both together name the columns: `Debit` above `Amount`. */
function headingsIn(header: Row, above: Row | undefined): string[] {
  if (isNamed(header.cells) || above?.number !== header.number - 1 || !isHeadingLike(above))
    return header.cells;
  const width = Math.max(header.cells.length, above.cells.length);
  const joined = Array.from({ length: width }, (_, index) =>
    `${above.cells[index] ?? ""} ${header.cells[index] ?? ""}`.trim(),
  );
  return isNamed(joined) ? joined : header.cells;
}

/**
 * Finds the headings: the row that names a date and an amount and has the most bookings below it, or else the text row above the most
 * bookings. A file may have no headings, and a summary above them with its own.
 */
function findTable(rows: readonly Row[]): Table {
  const seen = new Set<string>();
  const candidates = rows.slice(0, MAX_PREAMBLE_ROWS).flatMap((header, index) => {
    // Pages repeat the headings.
    if (!isHeadingLike(header) || seen.has(textOf(header))) return [];
    const headings = headingsIn(header, rows[index - 1]);
    const named = isNamed(headings);
    const next = rows[index + 1];
    if (!named && !(next && isBookingLike(next))) return [];
    seen.add(textOf(header));
    return [{ header, headings, index, named }];
  });
  const tables = candidates.map(({ header, headings, index, named }, at) => {
    const body = rows.slice(index + 1);
    const bookings = rows.slice(index + 1, candidates[at + 1]?.index).filter(isBookingLike).length;
    return { header, headings, body, rank: (named ? 1_000_000 : 0) + bookings };
  });
  const best = tables.toSorted((a, b) => b.rank - a.rank)[0];
  if (best) return best;
  const first = rows.findIndex(isBookingLike);
  return { header: undefined, headings: [], body: rows.slice(Math.max(first, 0)) };
}

/** Returns the order in which all days of a column can be read, if it is certain. */
function guessDateOrder(cells: readonly string[]): DateOrder | undefined {
  const dated = cells.map(readDays).filter((days) => Object.keys(days).length > 0);
  const orders = (Object.keys(dateOrders) as DateOrder[]).filter((order) =>
    dated.every((days) => days[order]),
  );
  const [first, ...others] = orders;
  const isSame = others.every((order) => dated.every((days) => days[order] === days[first!]));
  return dated.length > 0 && isSame ? first : undefined;
}

function guessMapping({ header, headings, body }: Table): Partial<CsvMapping> {
  const found = readHeadings(headings);
  const bookings = body.filter(isBookingLike);
  const cellsOf = (column: number) => bookings.map(({ cells }) => cells[column] ?? "");
  const columnCount = Math.max(0, ...bookings.map(({ cells }) => cells.length));
  const all = [...Array.from({ length: columnCount }).keys()];
  const isEach = (column: number, matches: (cell: string) => boolean) => {
    const filled = cellsOf(column).filter((cell) => cell.trim() !== "");
    return filled.length > 0 && filled.every(matches);
  };
  // Headings decide unless the values contradict them.
  const amountsIn = (columns: readonly number[]) =>
    columns.find((column) => cellsOf(column).every((cell) => isBlankAmount(cell) || isAmount(cell))) ??
    columns.find((column) => cellsOf(column).some(isAmount));
  const date =
    found.date.find((column) => cellsOf(column).some(isDate)) ??
    (bookings.length === 0 ? found.date[0] : all.find((column) => isEach(column, isDate)));
  const [credit, debit] = [amountsIn(found.credit), amountsIn(found.debit)];
  const isSplit = credit !== undefined && debit !== undefined;
  const isDirection = (cell: string) => readDirection(cell) !== null;
  const direction =
    found.direction.find((column) => isEach(column, isDirection)) ??
    [...found.debit, ...found.credit].find((column) => isEach(column, isDirection)) ??
    all.find(
      (column) => isEach(column, isDirection) && new Set(cellsOf(column).map(readDirection)).size === 2,
    );
  const used = new Set([date, direction, ...found.counterparty, ...found.bankReference]);
  const isText = (column: number) =>
    !used.has(column) && !isEach(column, (cell) => isDate(cell) || isAmount(cell));
  const narration = longest(found.narration, cellsOf) ?? longest(all.filter(isText), cellsOf);
  // A column such as `Debit/Credit` has the amounts if some of them have a minus.
  const isSigned = (column: number) =>
    isEach(column, isAmount) && cellsOf(column).some((cell) => (readKobo(cell) ?? 0n) < 0n);
  const amount = hasRepeated(headings, found.amount)
    ? undefined
    : (amountsIn(found.amount) ?? found.direction.find(isSigned));
  const guess: Record<string, number | string | undefined> = {
    headerRow: header?.number,
    date,
    dateOrder: date === undefined ? undefined : guessDateOrder(body.map(({ cells }) => cells[date] ?? "")),
    ...(isSplit ? { credit, debit } : { amount, direction }),
    balance: amountsIn(found.balance),
    narration,
    counterparty: found.counterparty.find((column) => column !== narration),
    bankReference: found.bankReference[0],
  };
  return Object.fromEntries(Object.entries(guess).filter(([, value]) => value !== undefined));
}

function longest(columns: readonly number[], cellsOf: (column: number) => string[]): number | undefined {
  const lengthOf = (column: number) => cellsOf(column).reduce((sum, cell) => sum + cell.length, 0);
  return columns.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** Describes a table: finds its headings, and guesses what its columns mean. Any table can also be mapped by hand. */
export function describeTable(rows: readonly Row[]): TableDescription {
  const table = findTable(rows);
  const first = rows.indexOf(table.header ?? table.body[0]!);
  const shown = rows.slice(Math.max(first - ROWS_ABOVE_HEADER, 0)).slice(0, SHOWN_ROWS);
  const cut = (cell: string) => (cell.length > MAX_SHOWN_CHARS ? `${cell.slice(0, MAX_SHOWN_CHARS)}…` : cell);
  const columnCount = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const headings = normalizeHeadings(table.headings);
  const shape = headings.length > 0 ? headings : columnCount;
  return {
    rows: shown.map(({ number, cells }) => ({ number, cells: cells.map((cell) => cut(cell.trim())) })),
    columnCount,
    guess: guessMapping(table),
    shape: createHash("sha256").update(JSON.stringify(shape)).digest("hex").slice(0, 16),
  };
}

const ACCOUNT_LABEL = /\b(?:account|acct?|a\/c|nuban)\b/i;

/** Returns the account number in the rows above the headings: ten digits after a word such as `Account No`. */
export function findAccount(rows: readonly Row[], headerRow: number | undefined): string | null {
  for (const { number, cells } of rows) {
    if (number >= (headerRow ?? 0)) break;
    for (const [index, cell] of cells.entries()) {
      const label = ACCOUNT_LABEL.exec(cell);
      if (!label) continue;
      const texts = [
        cell.slice(label.index),
        ...cells
          .slice(index + 1)
          .filter((next) => next.trim() !== "")
          .slice(0, 1),
      ];
      for (const text of texts) {
        // A spreadsheet removes the zeros at the beginning.
        const [, digits] =
          /(?<![\d,.])(\d{8,10})(?![\d,.]\d|\d)/.exec(text.replace(/(?<=\d)[ -](?=\d)/g, "")) ?? [];
        if (digits && (digits.length === 10 || text.replace(/\D/g, "") === text.trim()))
          return digits.padStart(10, "0");
      }
    }
  }
  return null;
}
