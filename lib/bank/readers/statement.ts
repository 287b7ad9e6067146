import "server-only";
import { setImmediate } from "node:timers/promises";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { MAX_KOBO, formatKobo } from "@/lib/money";

/** What a bank booked on the firm's account. */
export interface StatementLine {
  /** The day of the booking, such as `2026-11-20`. */
  on: string;
  /** In kobo: positive if the money was received, negative if it was paid out. */
  amountKobo: bigint;
  /** What the payer wrote, and what the bank adds to it. */
  narration: string;
  /** The name of the other side; empty if the bank does not say. */
  counterparty: string;
  /** The bank's own number of the booking; empty if it has none. */
  bankReference: string;
  /** What the account has after it, in kobo; null if the file does not say. */
  balanceKobo: bigint | null;
  /** Where the file has it: a line, or the number of the entry. */
  place: string;
}

/** A bank statement as one of the readers returns it. */
export interface Statement {
  /** The number of the account, if the file says it. */
  account: string | null;
  lines: StatementLine[];
}

/** The balances between which the lines of a statement lie. */
export interface Balances {
  openingKobo: bigint;
  closingKobo: bigint;
}

const MAX_TEXT_CHARS = 500;
/** The maximum length of an amount or a date in a cell. */
export const MAX_CELL_CHARS = 40;
const AMOUNT = /^(-|\()?\s*(?:(?:₦|NGN|N)\s*)?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{1,2}))?(\))?$/;

/**
 * An amount in naira as banks write it, in kobo: `1,250,000.00`, `NGN 12.5`, `-3.00`, `(3.00)`. Thousands are separated by commas or not at
 * all. Throws `FormatError` for anything else, also for a third decimal, because no bank books a fraction of a kobo, and for more than
 * `MAX_KOBO`, which could be neither matched nor paid.
 */
export function parseKobo(text: string, place: string): bigint {
  const cell = text.trim();
  const [, open, naira, kobo = "", close] = (cell.length <= MAX_CELL_CHARS && AMOUNT.exec(cell)) || [];
  if (!naira || (open === "(") !== (close === ")"))
    throw new FormatError(`${place}: "${shorten(cell)}" is no amount`);
  const amount = BigInt(naira.replaceAll(",", "") + kobo.padEnd(2, "0"));
  if (amount > MAX_KOBO) throw new FormatError(`${place}: ${cell} is too large`);
  return open ? -amount : amount;
}

export const tidy = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT_CHARS);

/** The maximum number of lines of a statement: more would block the server, and other payments, for longer than a minute. */
export const MAX_LINES = 50_000;

/** Throws `FormatError` for more lines than a statement may have. Readers call it while they read. */
export function requireLineCount(count: number): void {
  if (count > MAX_LINES)
    throw new FormatError(
      `A statement has at most ${MAX_LINES.toLocaleString("en")} lines: export a shorter time`,
    );
}

export const CHUNK_CHARS = 65_536;

/** The text in parts that cut no character. Between them the server does other work. */
export async function* chunksOf(text: string, from = 0): AsyncGenerator<string> {
  while (from < text.length) {
    let to = from + CHUNK_CHARS;
    if ((text.codePointAt(to - 1) ?? 0) > 0xffff) to += 1;
    yield text.slice(from, to);
    from = to;
    await setImmediate();
  }
}

/** Throws `FormatError` unless the lines lead from one balance to the other: none is missing, and no sign is reversed. */
export function requireBalances(
  lines: readonly StatementLine[],
  { openingKobo, closingKobo }: Balances,
): void {
  const reached = lines.reduce((sum, { amountKobo }) => sum + amountKobo, openingKobo);
  if (reached !== closingKobo)
    throw new FormatError(
      `The lines lead to a balance of ${formatKobo(reached)}, but the statement ends with ${formatKobo(closingKobo)}: a line is missing or wrong`,
    );
}

/**
 * Sets the balance after each line, counted by days and, within a day, in the order of the file. So the balances are those of another file that
 * has the same lines, also if one of them begins with the newest line.
 */
export function setBalances(lines: readonly StatementLine[], openingKobo: bigint): void {
  const isNewestFirst =
    lines.every(({ on }, index) => index === 0 || on <= lines[index - 1]!.on) &&
    lines[0]?.on !== lines.at(-1)?.on;
  const ordered = (isNewestFirst ? lines.toReversed() : lines).toSorted((one, other) =>
    one.on < other.on ? -1 : one.on > other.on ? 1 : 0,
  );
  let balanceKobo = openingKobo;
  for (const line of ordered) line.balanceKobo = balanceKobo += line.amountKobo;
}

/** Throws `FormatError` for another currency than naira, or none. */
export function requireNaira(currency: string, place: string): void {
  if (currency !== "NGN")
    throw new FormatError(`${place}: the currency is ${shorten(currency) || "missing"}, not NGN`);
}
