import "server-only";
import type { Row } from "./rows";
import { readAmount, readDays } from "./values";

/** An amount with a decimal comma: `1.250.000,00`, `1 250,00-`, `12,50`. */
const DECIMAL_COMMA = /^(\D*)(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ \u00a0\u202f']\d{3})+|\d{1,15}),(\d\d)(\D*)$/;
const MAX_CHARS = 80;

/** Returns an amount with a decimal comma as one with a decimal point; null for anything else. */
function toDecimalPoint(cell: string): string | null {
  const [, before, naira, kobo, after] = (cell.length <= MAX_CHARS && DECIMAL_COMMA.exec(cell.trim())) || [];
  if (!naira) return null;
  const text = `${before}${naira.replace(/\D/g, "")}.${kobo}${after}`;
  return readAmount(text) ? text : null;
}

const hasDecimalPoint = (cell: string) =>
  /\.\d/.test(cell) && readAmount(cell) !== null && Object.keys(readDays(cell)).length === 0;

/**
 * Returns rows whose amounts have decimal points. Those with decimal commas are changed only if no amount of the file has a point: otherwise
 * the comma may be an error.
 */
export function withDecimalPoints(rows: Row[]): Row[] {
  const someCell = (matches: (cell: string) => boolean) => rows.some(({ cells }) => cells.some(matches));
  if (!someCell((cell) => toDecimalPoint(cell) !== null) || someCell(hasDecimalPoint)) return rows;
  return rows.map((row) => ({ ...row, cells: row.cells.map((cell) => toDecimalPoint(cell) ?? cell) }));
}
