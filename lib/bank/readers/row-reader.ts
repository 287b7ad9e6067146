import "server-only";
import { shorten } from "@/lib/formats/format-error";
import type { CsvMapping } from "./csv-mapping-schema";
import type { ColumnField } from "./headings";
import type { Row } from "./rows";
import { cleanCell, isBlankAmount, readAmount, readDays, readDirection } from "./values";

/** The amount of a row, null if it has none; or the problem with it. */
export type RowAmount = { kobo: bigint | null; isMinusDebit?: boolean } | { problem: string };

/** Returns functions that read the cells and the amount of a row by a mapping. */
export function createRowReader(mapping: CsvMapping) {
  const cell = ({ cells }: Row, field: ColumnField) =>
    mapping[field] === undefined ? "" : cleanCell(cells[mapping[field]] ?? "");
  const { headerRow: _, ...columns } = mapping;
  const mapped = new Set<unknown>(Object.values(columns));
  /** A text is no date and no amount. Digits alone may be a reference. */
  const isText = (text: string) =>
    /^\d+$/.test(text) ||
    !(isBlankAmount(text) || readAmount(text) !== null || Object.keys(readDays(text)).length > 0);
  /** Returns the narration of a booking, with the texts of the other columns if the mapping adds them. */
  const narrationOf = (row: Row): string => {
    const narration = cell(row, "narration");
    if (mapping.otherColumns === undefined) return narration;
    const others = row.cells.filter((_, index) => !mapped.has(index)).map(cleanCell);
    // A separator, because the sender's name may end the narration.
    return [narration, ...others.filter(isText)].filter(Boolean).join(" / ");
  };
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
  return { cell, narrationOf, amountOf: mapping.amount === undefined ? splitAmountOf : amountOf };
}
