import "server-only";
import { setImmediate } from "node:timers/promises";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { MAX_KOBO, formatKobo } from "@/lib/money";

/** A transaction on the firm's account. */
export interface StatementLine {
  /** The booking date, such as `2026-11-20`. */
  on: string;
  /** In kobo: positive if received, negative if paid out. */
  amountKobo: bigint;
  /** The payer's text, and what the bank adds to it. */
  narration: string;
  /** The counterparty's name; empty if the bank does not give it. */
  counterparty: string;
  /** The bank's reference for the transaction; empty if there is none. */
  bankReference: string;
  /** The account balance after the transaction, in kobo; null if the file does not give it. */
  balanceKobo: bigint | null;
  /** The position in the file: the line, or the number of the entry. */
  place: string;
  /** The payments of a batch booking, if there are several; otherwise empty. */
  parts: StatementPart[];
}

/** One of the payments that a batch booking sums up. */
export interface StatementPart {
  /** Signed as the booking; null if the bank does not give it. */
  amountKobo: bigint | null;
  narration: string;
  counterparty: string;
  bankReference: string;
}

/** A row that is no booking, such as a total or a footer. */
export interface SetAsideRow {
  place: string;
  /** The beginning of its text. */
  text: string;
  why: string;
}

/** A bank statement as one of the readers returns it. */
export interface Statement {
  /** The account number, if the file gives it. */
  account: string | null;
  /** The bookings, oldest first and in the bank's order. */
  lines: StatementLine[];
  setAside: SetAsideRow[];
}

/** The opening and closing balance of a statement. */
export interface Balances {
  openingKobo: bigint;
  closingKobo: bigint;
}

const MAX_TEXT_CHARS = 500;
/** The maximum length of an amount or a date in a cell. */
export const MAX_CELL_CHARS = 40;
const AMOUNT = /^(-|\()?\s*(?:(?:₦|NGN|N)\s*)?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{1,2}))?(\))?$/;

/**
 * Parses an amount in naira as banks write it, into kobo: `1,250,000.00`, `NGN 12.5`, `-3.00`, `(3.00)`. Commas between thousands are
 * optional. Throws `FormatError` for anything else, including a third decimal, because banks do not book fractions of a kobo, and for more
 * than `MAX_KOBO`, which could be neither matched nor paid.
 */
export function parseKobo(text: string, place: string): bigint {
  const cell = text.trim();
  const [, open, naira, kobo = "", close] = (cell.length <= MAX_CELL_CHARS && AMOUNT.exec(cell)) || [];
  if (!naira || (open === "(") !== (close === ")"))
    throw new FormatError(`${place}: "${shorten(cell)}" is not a valid amount`);
  const amount = BigInt(naira.replaceAll(",", "") + kobo.padEnd(2, "0"));
  if (amount > MAX_KOBO) throw new FormatError(`${place}: ${cell} is too large`);
  return open ? -amount : amount;
}

export const tidy = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT_CHARS);

/** The maximum number of lines of a statement: more would block the server, and other postings, for over a minute. */
export const MAX_LINES = 50_000;

/** Throws `FormatError` for more lines than a statement may have. Readers call it while they read. */
export function requireLineCount(count: number): void {
  if (count > MAX_LINES)
    throw new FormatError(
      `A statement can have at most ${MAX_LINES.toLocaleString("en")} lines. Export a shorter period.`,
    );
}

export const CHUNK_CHARS = 65_536;

/** Splits the text into chunks without splitting characters, and yields to other work between them. */
export async function* chunksOf(text: string, from = 0): AsyncGenerator<string> {
  while (from < text.length) {
    let to = from + CHUNK_CHARS;
    if ((text.codePointAt(to - 1) ?? 0) > 0xffff) to += 1;
    yield text.slice(from, to);
    from = to;
    await setImmediate();
  }
}

/**
 * Throws `FormatError` unless the lines lead from the opening to the closing balance, so that no line is missing and no sign is reversed.
 */
export function requireBalances(
  lines: readonly StatementLine[],
  { openingKobo, closingKobo }: Balances,
): void {
  const reached = lines.reduce((sum, { amountKobo }) => sum + amountKobo, openingKobo);
  if (reached !== closingKobo)
    throw new FormatError(
      `The lines lead to a balance of ${formatKobo(reached)}, but the statement ends with ${formatKobo(closingKobo)}. A line is missing or wrong.`,
    );
}

/**
 * Sets the balance after each line, ordered by day and, within a day, by position in the file. Two files with the same lines therefore have
 * the same balances, even if one of them begins with the newest line.
 */
export function setBalances(lines: readonly StatementLine[], openingKobo: bigint): void {
  const isNewestFirst =
    lines.every(({ on }, index) => index === 0 || on <= lines[index - 1]!.on) &&
    lines[0]?.on !== lines.at(-1)?.on;
  const ordered = (isNewestFirst ? lines.toReversed() : lines).toSorted((a, b) =>
    a.on < b.on ? -1 : a.on > b.on ? 1 : 0,
  );
  let balanceKobo = openingKobo;
  for (const line of ordered) line.balanceKobo = balanceKobo += line.amountKobo;
}

/** Throws `FormatError` for a missing currency or one other than naira. */
export function requireNaira(currency: string, place: string): void {
  if (currency !== "NGN")
    throw new FormatError(`${place}: the currency is ${shorten(currency) || "missing"}, not NGN`);
}
