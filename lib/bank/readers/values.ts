import "server-only";
import { dayOf, isDay } from "@/lib/dates";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { MAX_KOBO } from "@/lib/money";
import { dateOrders, type DateOrder } from "./csv-mapping-schema";
import { tidy } from "./statement";

/** The maximum length of an amount or a date in a cell. */
const MAX_CELL_CHARS = 40;

/** Removes what spreadsheets put around a value to keep it as text: `="0123"`, a leading apostrophe. */
export const cleanCell = (cell: string): string =>
  cell
    .replace(/[\u00a0\u2000-\u200b\u202f\ufeff]/g, " ")
    .trim()
    .replace(/^="?(.*?)"?$/s, "$1")
    .replace(/^'(?=[\d+(-])/, "")
    .trim();

const MARK = "(?:cr|dr|c|d|credit|debit)\\.?";
const AMOUNT = new RegExp(
  [
    `^(?:(?<markBefore>${MARK})\\s*)?`,
    "(?<open>\\()?\\s*(?<signBefore>[-+])?\\s*",
    "(?:(?:₦|ngn|=n=|n|#)\\s*)?(?<signInside>[-+])?\\s*",
    "(?<naira>\\d{1,3}(?:[,'’]\\d{3}){1,4}|\\d{1,13}(?: \\d{3}){1,4}|\\d{1,15}|(?=\\.\\d))",
    "(?:\\.(?:(?<kobo>\\d{1,2})|(?<exact>\\d\\d)0{2,8})?)?",
    "\\s*(?:ngn|₦)?\\s*(?<signAfter>[-+])?\\s*(?<close>\\))?",
    `(?:\\s*\\(?(?<markAfter>${MARK})\\)?)?$`,
  ].join(""),
  "i",
);

/** An amount in a cell: signed by its plus, minus or brackets, and whether `CR` or `DR` is written beside it. */
export interface CellAmount {
  kobo: bigint;
  mark: "credit" | "debit" | null;
}

/**
 * Reads an amount in naira as banks write it: `1,250,000.00`, `NGN 12.5`, `.5`, `-3.00`, `3.00-`, `(3.00)`, `3.00DR`, `7 945.10`. Returns null for
 * anything else, including a third decimal, because banks do not book fractions of a kobo, two signs, and more than `MAX_KOBO`, which could
 * be neither matched nor paid.
 */
export function readAmount(text: string): CellAmount | null {
  if (text.length > 2 * MAX_CELL_CHARS) return null;
  const cell = cleanCell(text).replace(/[–−]/g, "-");
  const { markBefore, open, signBefore, signInside, naira, kobo, exact, signAfter, close, markAfter } =
    (cell.length <= MAX_CELL_CHARS && AMOUNT.exec(cell)?.groups) || {};
  if (naira === undefined || Boolean(open) !== Boolean(close)) return null;
  const signs = [open, signBefore, signInside, signAfter].filter(Boolean);
  const marks = [markBefore, markAfter].filter((mark) => mark !== undefined);
  if (signs.length > 1 || marks.length > 1) return null;
  const amount = BigInt(naira.replace(/\D/g, "") + (kobo ?? exact ?? "").padEnd(2, "0"));
  if (amount > MAX_KOBO) return null;
  const isNegative = signs[0] === "(" || signs[0] === "-";
  const mark = marks[0] ? (/^d/i.test(marks[0]) ? "debit" : "credit") : null;
  return { kobo: isNegative ? -amount : amount, mark };
}

/** Returns an amount in kobo like `readAmount`, negative if its sign or its mark says so. Null also for a negative credit. */
export function readKobo(text: string): bigint | null {
  const { kobo, mark } = readAmount(text) ?? {};
  if (kobo === undefined || (mark === "credit" && kobo < 0n)) return null;
  return mark === "debit" && kobo > 0n ? -kobo : kobo;
}

/** Parses an amount like `readKobo`. Throws `FormatError` with the place if it is none. */
export function parseKobo(text: string, place: string): bigint {
  const amount = readKobo(text);
  if (amount === null) throw new FormatError(`${place}: "${shorten(text.trim())}" is not a valid amount`);
  return amount;
}

/** Whether a cell holds no amount: nothing, dashes, or a word for nothing. */
export const isBlankAmount = (cell: string): boolean => /^(?:[-–—.]*|null|nil|n\/?a)$/i.test(cleanCell(cell));

const DIRECTION =
  /^(?:(c|cr|crdt|credit|credited|in|inflow|inward|incoming|deposit|lodge?ment|received|h|haben|\+)|(d|dr|dbit|debit|debited|out|outflow|outward|outgoing|withdrawal|sent|s|soll|-))\.?$/i;

/** Returns 1 for a word such as `CR`, `Deposit` or SAP's `H`, -1 for `DR`, `Withdrawal` or `S`, and null for anything else. */
export function readDirection(cell: string): 1n | -1n | null {
  const [, credit, debit] = DIRECTION.exec(cleanCell(cell)) ?? [];
  return credit ? 1n : debit ? -1n : null;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNames = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

const TIME =
  "(?:(?:,?\\s+|t|\\s*-\\s+|:)\\d{1,2}[:.]\\d{2}[\\d:.,]*\\s*(?:am|pm|a\\.m\\.|p\\.m\\.)?\\s*(?:z|utc|gmt|wat)?(?:\\s*[+-]\\d\\d:?\\d\\d)?|\\s+\\d{6})?";
const NUMERIC = new RegExp(`^(\\d{1,4})([ /.-])(\\d{1,2})\\2(\\d{1,4})${TIME}$`, "i");
const COMPACT = new RegExp(`^(\\d{8})(?:${TIME}|\\d{4}|\\d{6})$`, "i");
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i;
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?[ /.,-]{0,2}(${monthNames})[a-z]{0,6}[ /.,'-]{0,2}(\\d{4}|\\d{2})${TIME}$`,
  "i",
);
const MONTH_FIRST = new RegExp(
  `^(${monthNames})[a-z]{0,6}[ /.-]{1,2}(\\d{1,2})(?:st|nd|rd|th)?[ /.,-]{1,2}(\\d{4}|\\d{2})${TIME}$`,
  "i",
);
const YEAR_FIRST = new RegExp(`^(\\d{4})[ /.-](${monthNames})[a-z]{0,6}[ /.-](\\d{1,2})${TIME}$`, "i");
/** A spreadsheet's number of days since 1900, from 2009 to 2064. */
const SERIAL = /^([45]\d{4})(?:\.\d+)?$/;

const toIso = (year: string, month: string | number, day: string): string | null => {
  const on = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(on) ? on : null;
};
const compact = (days: Partial<Record<DateOrder, string | null>>): Partial<Record<DateOrder, string>> =>
  Object.fromEntries(Object.entries(days).filter(([, on]) => on !== null));
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Returns the day in a cell in each order in which it is one, without its time of day. Empty if it is not a date. */
export function readDays(text: string): Partial<Record<DateOrder, string>> {
  const cell = cleanCell(text).replace(WEEKDAY, "");
  if (cell.length < 5 || cell.length > MAX_CELL_CHARS) return {};
  const inAnyOrder = (on: string | null) => (on ? { dmy: on, mdy: on, ymd: on } : {});
  const [, first, , second, third] = NUMERIC.exec(cell) ?? [];
  if (first && second && third) {
    // Nobody writes the day between a year of four digits and the month.
    if (first.length === 4) return third.length > 2 ? {} : inAnyOrder(toIso(first, second, third));
    if (first.length > 2 || third.length === 3 || third.length === 1) return {};
    return compact({
      dmy: toIso(third, second, first),
      mdy: toIso(third, first, second),
      ymd: first.length === 2 && third.length === 2 ? toIso(first, second, third) : null,
    });
  }
  const [, digits] = COMPACT.exec(cell) ?? [];
  if (digits) {
    const part = (from: number, to: number) => digits.slice(from, to);
    const ymd = toIso(part(0, 4), part(4, 6), part(6, 8));
    if (ymd) return inAnyOrder(ymd);
    return compact({
      dmy: toIso(part(4, 8), part(2, 4), part(0, 2)),
      mdy: toIso(part(4, 8), part(0, 2), part(2, 4)),
    });
  }
  const dayFirst = DAY_FIRST.exec(cell);
  if (dayFirst) return inAnyOrder(toIso(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!));
  const monthFirst = MONTH_FIRST.exec(cell);
  if (monthFirst) return inAnyOrder(toIso(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!));
  const yearFirst = YEAR_FIRST.exec(cell);
  if (yearFirst) return inAnyOrder(toIso(yearFirst[1]!, monthOf(yearFirst[2]!), yearFirst[3]!));
  const [, serial] = SERIAL.exec(cell) ?? [];
  return serial ? inAnyOrder(dayOf(new Date(Date.UTC(1899, 11, 30 + Number(serial))))) : {};
}

/** Parses the day in a cell. Throws `FormatError` if it is not valid in that order. */
export function parseStatementDay(cell: string, order: DateOrder, place: string): string {
  const on = readDays(cell)[order];
  if (!on)
    throw new FormatError(`${place}: "${shorten(cell)}" is not a date in the order ${dateOrders[order]}`);
  return on;
}

const NO_REFERENCE =
  /^(?:non-?ref|not ?provided|no ?ref(?:erence)?|n\/?a|nil|none|null|trf|transfer|[-.*]+|0+|\d+(?:\.\d+)?e[+-]?\d+)$/i;

/**
 * Returns a bank reference, without the apostrophe that keeps it a text in a spreadsheet (`'S523588027`); empty for what banks and
 * spreadsheets write when there is none, or only its beginning: `NONREF`, `1.3E+28`.
 */
export function cleanReference(text: string): string {
  const reference = tidy(cleanCell(text).replace(/^['’‘`]+/, ""));
  return NO_REFERENCE.test(reference) ? "" : reference;
}
