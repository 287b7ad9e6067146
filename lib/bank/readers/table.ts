import "server-only";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { MAX_COLUMNS, type CsvMapping } from "./csv-mapping-schema";
import { orderWithSigns, requireNoOtherDirection } from "./directions";
import { findAccount } from "./guess";
import { createRowReader } from "./row-reader";
import type { Row } from "./rows";
import { requireLineCount, tidy, type SetAsideRow, type Statement, type StatementLine } from "./statement";
import { isOpeningOrClosing, isSummary, isTotal } from "./summary-rows";
import { cleanReference, isBlankAmount, parseKobo, parseStatementDay, readAmount, readDays } from "./values";

/** Whether a cell is like a numeric date, perhaps one that does not exist or is cut off. */
const isLikeDate = (cell: string) => /^\d{1,4}[/.-]\d{1,2}[/.-][\d :T.]*$/.test(cell);

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
  const reader = createRowReader(mapping);
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
    const [balance, counterparty] = [reader.cell(row, "balance"), reader.cell(row, "counterparty")];
    lines.push({
      on,
      amountKobo,
      narration: tidy(reader.narrationOf(row)),
      counterparty: isBlankAmount(counterparty) ? "" : tidy(counterparty),
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
