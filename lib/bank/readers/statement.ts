import "server-only";
import { FormatError, shorten } from "@/lib/formats/format-error";

/** A payment as the bank describes it. */
export interface StatementPart {
  /** In kobo: positive if received, negative if paid out. Null if the bank does not give the amount of a payment within a batch. */
  amountKobo: bigint | null;
  /** The payer's text, and what the bank adds to it. */
  narration: string;
  /** The counterparty's name; empty if the bank does not give it. */
  counterparty: string;
  /** The bank's reference for the payment; empty if there is none. */
  bankReference: string;
}

/** A booking on an account. */
export interface StatementLine extends StatementPart {
  /** The booking date, such as `2026-11-20`. */
  on: string;
  amountKobo: bigint;
  /** The account balance after the booking, in kobo. Either every line of a statement has one, or none. */
  balanceKobo: bigint | null;
  /** The position in the file: the line, row or number of the entry. */
  place: string;
  /** The payments of a batch booking, if there are several; otherwise empty. */
  parts: StatementPart[];
}

/** A row that is not a booking, such as a total or a footer. */
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
  /** The bookings, oldest first and otherwise in the bank's order. */
  lines: StatementLine[];
  setAside: SetAsideRow[];
}

const MAX_TEXT_CHARS = 500;

/** Puts a text on one line and limits its length. */
export const tidy = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT_CHARS);

/** Joins texts, each once. */
export const joinTexts = (texts: readonly string[]): string =>
  tidy([...new Set(texts.map(tidy).filter(Boolean))].join(" "));

/** The maximum number of lines of a statement: more would block other postings for over a minute. */
export const MAX_LINES = 50_000;

/** Throws `FormatError` for more lines than a statement may have. Readers call it while they read. */
export function requireLineCount(count: number): void {
  if (count > MAX_LINES)
    throw new FormatError(
      `A statement can have at most ${MAX_LINES.toLocaleString("en")} lines. Export a shorter period.`,
    );
}

/** Throws `FormatError` for a missing currency or one other than naira. */
export function requireNaira(currency: string, place: string): void {
  if (currency !== "NGN")
    throw new FormatError(`${place}: the currency is ${shorten(currency) || "missing"}, not NGN`);
}
