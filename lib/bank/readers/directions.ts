import "server-only";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { orderLines } from "./balances";
import type { CsvMapping } from "./csv-mapping-schema";
import { isDirectionHeading } from "./headings";
import type { Row } from "./rows";
import type { StatementLine } from "./statement";
import { readDirection, readKobo } from "./values";

/** Throws `FormatError` if a column shows which amounts are money out, but is not mapped: payments out would become receipts. */
export function requireNoOtherDirection(
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
export function orderWithSigns(
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
