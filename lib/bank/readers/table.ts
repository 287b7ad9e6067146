import "server-only";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { orderLines } from "./balances";
import { MAX_COLUMNS, type CsvMapping } from "./csv-mapping-schema";
import { findAccount } from "./guess";
import { isDirectionHeading, type ColumnField } from "./headings";
import type { Row } from "./rows";
import { requireLineCount, tidy, type SetAsideRow, type Statement, type StatementLine } from "./statement";
import {
  cleanCell,
  cleanReference,
  isBlankAmount,
  parseKobo,
  parseStatementDay,
  readAmount,
  readDays,
  readDirection,
  readKobo,
} from "./values";

const TOTAL =
  /^\W*(?:sub|grand|page)?[\s-]*totals?(?:\s+(?:debits?|credits?|amounts?|withdrawals?|deposits?|lodge?ments?|transactions?|in|out|count|for\b.*|of\b.*|[\d.,]+))*\W*$/i;
const OPENING_OR_CLOSING = new RegExp(
  [
    "^\\W*(?:(?:opening|closing|previous|starting|ending)\\s+(?:(?:book|ledger|available)\\s+)?bal(?:ance)?",
    "|(?:bal(?:ance)?\\s*)?(?:[bc]\\s*/\\s*f(?:wd)?|(?:brought|carried)\\s+(?:forward|down|fwd))|bal(?:ance)?\\s*[bc]f(?:wd)?)",
    "(?:\\s*(?:as\\s+(?:at|of|on)|on|at)\\b[\\w /.,-]{0,30})?\\W*$",
  ].join(""),
  "i",
);
const SUMMARY = /^\W*(?:(?:available|cleared|uncleared|book|ledger|current)\s+)?bal(?:ance)?\W*$/i;

const isTotal = (cell: string) => TOTAL.test(cell.slice(0, 80));
const isOpeningOrClosing = (cell: string) => OPENING_OR_CLOSING.test(cell.slice(0, 100));
const isSummary = (cell: string) =>
  isTotal(cell) || isOpeningOrClosing(cell) || SUMMARY.test(cell.slice(0, 80));
/** Whether a cell is like a numeric date, perhaps one that does not exist or is cut off. */
const isLikeDate = (cell: string) => /^\d{1,4}[/.-]\d{1,2}[/.-][\d :T.]*$/.test(cell);

/** The amount of a row, null if it has none; or the problem with it. */
type RowAmount = { kobo: bigint | null; isMinusDebit?: boolean } | { problem: string };

/** Reads the cells of a table by a mapping. */
function createReader(mapping: CsvMapping) {
  const cell = ({ cells }: Row, field: ColumnField) =>
    mapping[field] === undefined ? "" : cleanCell(cells[mapping[field]] ?? "");
  const invalid = (text: string) => ({ problem: `"${shorten(text)}" is not a valid amount` });
  const amountOf = (row: Row): RowAmount => {
    const text = cell(row, "amount");
    if (isBlankAmount(text)) return { kobo: null };
    const { kobo, mark } = readAmount(text) ?? {};
    if (kobo === undefined) return invalid(text);
    const word = cell(row, "direction");
    const sign = mapping.direction === undefined ? null : readDirection(word);
    if (mapping.direction !== undefined && sign === null)
      return kobo === 0n ? { kobo } : { problem: `"${shorten(word)}" is neither debit nor credit` };
    const marked = mark === null ? null : mark === "credit" ? 1n : -1n;
    if (sign !== null && marked !== null && sign !== marked)
      return { problem: "the amount and its direction contradict each other" };
    const direction = sign ?? marked;
    if (direction === 1n && kobo < 0n) return { problem: "money in is negative" };
    return { kobo: direction === -1n && kobo > 0n ? -kobo : kobo };
  };
  const splitAmountOf = (row: Row): RowAmount => {
    const [creditText, debitText] = [cell(row, "credit"), cell(row, "debit")];
    const blank = { kobo: 0n, mark: null };
    const credit = isBlankAmount(creditText) ? blank : readAmount(creditText);
    const debit = isBlankAmount(debitText) ? blank : readAmount(debitText);
    if (!credit || !debit) return invalid(credit ? debitText : creditText);
    if (credit.kobo !== 0n && debit.kobo !== 0n)
      return { problem: "the line has both money in and money out" };
    if (credit.kobo !== 0n)
      return { kobo: credit.mark === "debit" && credit.kobo > 0n ? -credit.kobo : credit.kobo };
    if (debit.kobo === 0n) return { kobo: isBlankAmount(creditText) && isBlankAmount(debitText) ? null : 0n };
    // A sign is a reversal: money that comes back.
    return {
      kobo: debit.mark === "credit" && debit.kobo > 0n ? debit.kobo : -debit.kobo,
      isMinusDebit: debit.mark === null && debit.kobo < 0n,
    };
  };
  return { cell, amountOf: mapping.amount === undefined ? splitAmountOf : amountOf };
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "") + 1;

/** The most frequent number, or 0. */
function modeOf(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/**
 * Reads the bookings of a table with a mapping. Rows that are no bookings are set aside: headings, totals, balances, footers. A row that
 * may be a booking is never set aside. Throws `FormatError` with the place for a date without a valid amount, an amount without a valid
 * date, both money in and out, a cut-off line, amounts whose direction another column shows, and balances that do not follow.
 */
export function readTable(rows: readonly Row[], mapping: CsvMapping): Statement {
  const { headerRow } = mapping;
  const body = rows.filter(({ number }) => number > (headerRow ?? 0));
  const header = rows.find(({ number }) => number === headerRow);
  const reader = createReader(mapping);
  const dayOf = (row: Row) => readDays(row.cells[mapping.date] ?? "")[mapping.dateOrder];
  const dated = body.filter(dayOf);
  const width = Math.max(
    lastFilled(header?.cells ?? []),
    modeOf(dated.map(({ cells }) => lastFilled(cells))),
  );
  const complete = dated.filter((row) => row !== body.at(-1));
  const minimumWidth = (complete.length > 0 ? complete : header ? [header] : []).reduce(
    (least, { cells }) => Math.min(least, cells.length),
    MAX_COLUMNS,
  );
  const lines: StatementLine[] = [];
  const setAside: SetAsideRow[] = [];
  const minusDebits: StatementLine[] = [];
  let plusDebits = 0;
  let continuation: Row[] = [];

  const leaveOut = ({ place, cells }: Row, why: string) =>
    setAside.push({ place, text: shorten(cells.filter((cell) => cell.trim()).join(" "), 100), why });
  const addLine = (row: Row, on: string, amountKobo: bigint) => {
    requireLineCount(lines.length + 1);
    const { place } = row;
    const balance = reader.cell(row, "balance");
    lines.push({
      on,
      amountKobo,
      narration: tidy(reader.cell(row, "narration")),
      counterparty: tidy(reader.cell(row, "counterparty")),
      bankReference: cleanReference(reader.cell(row, "bankReference")),
      balanceKobo: isBlankAmount(balance) ? null : parseKobo(balance, place),
      place,
      parts: [],
    });
    return lines.at(-1)!;
  };
  /** Adds a line without an amount, whose balance is checked with the others. */
  const addBalance = (row: Row, on: string | undefined) => {
    const { kobo } = readAmount(reader.cell(row, "balance")) ?? {};
    if (kobo !== undefined && (on ?? lines.at(-1)?.on ?? dated[0]))
      addLine(row, on ?? lines.at(-1)?.on ?? dayOf(dated[0]!)!, 0n);
  };
  const readDated = (row: Row, on: string) => {
    const { place, cells } = row;
    const amount = reader.amountOf(row);
    const texts = cells.filter((cell) => cell.trim() !== "");
    const filled = lastFilled(cells);
    if (filled > width) throw new FormatError(`${place}: ${filled} fields instead of ${width}`);
    if (row === body.at(-1) && (complete.length > 0 || header) && cells.length < minimumWidth)
      throw new FormatError(`${place}: ${cells.length} fields instead of ${minimumWidth}`);
    if ("problem" in amount) {
      if (texts.some((cell) => isTotal(cell) || isOpeningOrClosing(cell)))
        return void leaveOut(row, "A total");
      throw new FormatError(`${place}: ${amount.problem}`);
    }
    const balance = readAmount(reader.cell(row, "balance"))?.kobo ?? null;
    if (!amount.kobo) {
      if (amount.kobo === null && balance === null && !texts.some(isSummary))
        throw new FormatError(`${place}: the amount is missing`);
      addBalance(row, on);
      return void leaveOut(
        row,
        texts.some(isOpeningOrClosing) ? "An opening or closing balance" : "No amount",
      );
    }
    const magnitude = amount.kobo < 0n ? -amount.kobo : amount.kobo;
    const isEdge = lines.length === 0 || row === dated.at(-1);
    if (isEdge && texts.some(isOpeningOrClosing) && (balance === null || balance === magnitude)) {
      addBalance(row, on);
      return void leaveOut(row, "An opening or closing balance");
    }
    const before = lines.findLast(({ amountKobo }) => amountKobo !== 0n);
    for (const more of continuation)
      before!.narration = tidy(`${before!.narration} ${reader.cell(more, "narration")}`);
    continuation = [];
    const line = addLine(row, on, amount.kobo);
    if (amount.isMinusDebit) minusDebits.push(line);
    else if (amount.kobo < 0n) plusDebits += 1;
  };
  const readUndated = (row: Row) => {
    const { place, cells } = row;
    const amount = reader.amountOf(row);
    const date = reader.cell(row, "date");
    const texts = cells.filter((cell) => cell.trim() !== "" && readAmount(cell) === null);
    if (texts.some(isOpeningOrClosing)) {
      addBalance(row, undefined);
      return void leaveOut(row, "An opening or closing balance");
    }
    if (texts.some(isSummary)) return void leaveOut(row, "A total");
    const hasAmount = !("problem" in amount) && Boolean(amount.kobo);
    const last = lines.at(-1);
    // Some banks write the day only in its first row. The balance shows whether the row is a booking.
    if (date === "" && hasAmount && last && readAmount(reader.cell(row, "balance")))
      return readDated(row, last.on);
    // An amount with a text may be a booking, and so may a date that is cut off.
    const text = date === "" ? texts.length > 0 : /\d/.test(date) || reader.cell(row, "narration") !== "";
    if (isLikeDate(date) || (hasAmount && text)) {
      if (date === "") throw new FormatError(`${place}: the date is missing`);
      parseStatementDay(date, mapping.dateOrder, place);
    }
    const isText = texts.length === 1 && cells.filter((cell) => cell.trim() !== "").length === 1;
    if (isText && reader.cell(row, "narration") !== "" && lines.some(({ amountKobo }) => amountKobo !== 0n))
      continuation.push(row);
    else
      leaveOut(
        row,
        hasAmount || ("problem" in amount && texts.length === 0) ? "A total" : "No date and no amount",
      );
  };

  for (const row of rows) {
    if (row.number >= (headerRow ?? 0)) break;
    const amount = dayOf(row) ? reader.amountOf(row) : null;
    if (amount && ("problem" in amount || amount.kobo)) leaveOut(row, "Above the headings");
  }
  const headerText = header && header.cells.join("\n").trim().toLowerCase();
  for (const row of body) {
    const on = dayOf(row);
    if (header && row.cells.join("\n").trim().toLowerCase() === headerText) leaveOut(row, "Headings");
    else if (on) readDated(row, on);
    else readUndated(row);
  }
  for (const row of continuation) leaveOut(row, "No date and no amount");
  requireNoOtherDirection(mapping, header, dated);
  return {
    account: findAccount(rows, headerRow ?? dated[0]?.number),
    lines: orderWithSigns(lines, plusDebits > 0 ? [] : minusDebits, mapping),
    setAside,
  };
}

/** Throws `FormatError` if a column shows which amounts are money out, but is not mapped: payments out would become receipts. */
function requireNoOtherDirection(
  mapping: CsvMapping,
  header: Row | undefined,
  bookings: readonly Row[],
): void {
  if (mapping.amount === undefined || mapping.direction !== undefined) return;
  const columnCount = Math.max(
    header?.cells.length ?? 0,
    ...bookings.slice(0, 1_000).map(({ cells }) => cells.length),
  );
  for (let column = 0; column < columnCount; column += 1) {
    if (column === mapping.amount) continue;
    const heading = header?.cells[column] ?? "";
    const filled = bookings.filter(({ cells }) => (cells[column] ?? "").trim() !== "");
    const directionOf = ({ cells }: Row) => readDirection(cells[column]!);
    const contradicts =
      filled.every((row) => directionOf(row) !== null) &&
      filled.some(
        (row) => directionOf(row) === -1n && (readKobo(row.cells[mapping.amount!] ?? "") ?? 0n) > 0n,
      );
    if (contradicts || isDirectionHeading(heading))
      throw new FormatError(
        `The column "${shorten(heading) || column + 1}" seems to show which amounts are money out. Choose it as the debit or credit column.`,
        "direction",
      );
  }
}

/**
 * Orders the lines. If all amounts in the column of money out have a minus sign, it may mean money out or a reversal: the balances show
 * which, or else a person chooses. Throws `FormatError` if nobody has chosen.
 */
function orderWithSigns(
  lines: StatementLine[],
  minusDebits: readonly StatementLine[],
  { minus }: CsvMapping,
): StatementLine[] {
  const setOut = () => {
    for (const line of minusDebits) line.amountKobo = -line.amountKobo;
  };
  if (minusDebits.length === 0) return orderLines(lines);
  const hasBalances = lines.filter(({ balanceKobo }) => balanceKobo !== null).length > 1;
  if (minus === "out") setOut();
  if (minus !== undefined) return orderLines(lines);
  if (!hasBalances)
    throw new FormatError(
      `${minusDebits[0]!.place}: all amounts of money out have a minus sign. Choose what it means.`,
      "minus",
    );
  try {
    return orderLines(lines);
  } catch (error) {
    setOut();
    try {
      return orderLines(lines);
    } catch {
      throw error;
    }
  }
}
