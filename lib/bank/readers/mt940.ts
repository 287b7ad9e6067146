import "server-only";
import { dayNumber, isDay } from "@/lib/dates";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { chainStatements, type BalancedLines } from "./balances";
import { readDetails } from "./mt940-details";
import {
  MAX_LINES,
  joinTexts,
  requireLineCount,
  requireNaira,
  tidy,
  type Statement,
  type StatementLine,
} from "./statement";
import { cleanReference, parseKobo } from "./values";

interface Tag {
  name: string;
  /** The lines of the tag. */
  text: string;
  place: string;
}

/** Whether a text is MT940, whatever its first lines are: networks and banks put their own headers above it. */
export const isMt940 = (text: string): boolean =>
  /(?:^|[\n}])\s*:(?:20|25P?|28C?|60[FM]):/.test(text.slice(0, 4_000));

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:[,.]\d{0,2})?)/;
/** Value date, entry date, sign, funds code, amount, type, reference, bank reference, and supplementary details on a separate line. */
const BOOKING =
  /^(\d{6})(\d{4}| {4})?\s?(R?[CD])[A-Z]?(\d{1,15}(?:[,.]\d{0,2})?)(?:[A-Z][A-Z0-9]{3})?([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

/**
 * Reads a SWIFT MT940 statement. It is our own, because the npm packages return amounts as floating-point numbers. Throws `FormatError`
 * with the line for malformed tags, currencies other than naira, and transactions that do not lead from the opening to the closing balance,
 * so that a truncated file is rejected.
 */
export function readMt940(text: string): Statement {
  const statements: BalancedLines[] = [];
  let account: string | null = null;
  let current: BalancedLines | null = null;
  let count = 0;
  let details: string[] = [];
  let booking: Tag | null = null;
  const endBooking = () => {
    if (booking) current!.lines.push(readBooking(booking, details.join("\n")));
    booking = null;
    details = [];
  };
  for (const tag of readTags(text)) {
    const { name, text: content, place } = tag;
    if (name !== "86") endBooking();
    if (name === "25" || name === "25P") account = accountOf(content, account, place);
    else if (name === "60F" || name === "60M") {
      if (current) throw new FormatError(`${place}: the previous statement has no closing balance`);
      current = { place, openingKobo: readBalance(content, place), closingKobo: null, lines: [] };
    } else if (name === "61") {
      if (!current) throw new FormatError(`${place}: this transaction has no opening balance`);
      requireLineCount((count += 1));
      booking = tag;
    } else if (name === "86") details.push(content);
    else if (name === "62F" || name === "62M") {
      if (!current) throw new FormatError(`${place}: this closing balance has no opening balance`);
      statements.push({ ...current, closingKobo: readBalance(content, place) });
      current = null;
    }
  }
  if (current || statements.length === 0) throw new FormatError("The file ends before the closing balance");
  return { account, lines: chainStatements(statements), setAside: [] };
}

/** The maximum number of text lines per transaction: the transaction, its details, and its share of the page's other tags. */
const TEXT_LINES = 20;

const OUTSIDE = /^:(13D?|20|21|25P?|28C?|34F|60[FM]|62[FM]|64|65|86|90[CD]|NS|61):(.*)$/;
/** Between the balances, only transactions, their details and balances are tags: other text may look like one. */
const WITHIN = /^:(61|86|6[02][FM]):(.*)$/;
/** How the content of a tag begins. Details may contain other text after the same characters, such as a time. */
const beginnings: Record<string, RegExp> = { "61": /^\d{6}/, "60": /^[CD]\d{6}/, "62": /^[CD]\d{6}/ };

/** Returns the tags of all messages. Details and transactions continue on lines that begin neither a tag nor the end of a message. */
function readTags(text: string): Tag[] {
  const tags: Tag[] = [];
  const texts = text.split("\n", MAX_LINES * TEXT_LINES + 1);
  requireLineCount(texts.length / TEXT_LINES);
  let isWithin = false;
  for (const [index, line] of texts.entries()) {
    const last = tags.at(-1);
    const isDetail = isWithin && last?.name === "86";
    const content = isWithin ? line : line.replace(/^\s*(?:\{\w+:.*\{4:)?\s*/, "");
    const match: RegExpExecArray | null = (isWithin ? WITHIN : OUTSIDE).exec(content);
    const name: string = match?.[1] ?? "";
    const rest = match?.[2] ?? "";
    if (name && !(isDetail && beginnings[name.slice(0, 2)]?.test(rest) === false)) {
      isWithin = name.startsWith("60") || (isWithin && !name.startsWith("62"));
      tags.push({ name, text: rest, place: `Line ${index + 1}` });
    } else if (
      isWithin &&
      last &&
      (last.name === "61" || last.name === "86") &&
      !/^(?:-|-?\})?$/.test(line.trim())
    )
      last.text += `\n${line}`;
  }
  return tags;
}

function accountOf(content: string, before: string | null, place: string): string {
  const account = content.slice(content.lastIndexOf("/") + 1).trim();
  if (before !== null && before !== account)
    throw new FormatError(`${place}: this statement is for another account`);
  return account;
}

const amountOf = (text: string, place: string) => parseKobo(text.replace(",", ".").replace(/\.$/, ""), place);

function readBalance(content: string, place: string): bigint {
  const [, sign, , currency, amount] = BALANCE.exec(content.trim()) ?? [];
  if (!amount) throw new FormatError(`${place}: "${shorten(content)}" is not a valid balance`);
  requireNaira(currency!, place);
  return amountOf(amount, place) * (sign === "C" ? 1n : -1n);
}

/**
 * Returns the booking date: the entry date, which has no year, in the year that puts it nearest to the value date; if absent, the value
 * date. Some banks book on a value date that does not exist, such as 30 February.
 */
function bookingDay(value: string, bookedOn: string | undefined, place: string): string {
  const valueOn = `20${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4)}`;
  const year = Number(valueOn.slice(0, 4));
  const entryIn = (each: number) => `${each}-${bookedOn!.slice(0, 2)}-${bookedOn!.slice(2)}`;
  if (!isDay(valueOn)) {
    if (bookedOn && isDay(entryIn(year))) return entryIn(year);
    throw new FormatError(`${place}: ${value} is not a valid date`);
  }
  if (bookedOn === undefined) return valueOn;
  const distance = (day: string) => Math.abs(dayNumber(day) - dayNumber(valueOn));
  const [nearest] = [year - 1, year, year + 1]
    .map(entryIn)
    .filter(isDay)
    .sort((a, b) => distance(a) - distance(b));
  if (!nearest) throw new FormatError(`${place}: ${bookedOn} is not a valid date`);
  return nearest;
}

/** Returns the parts of a transaction, also if a break within it divides its first line. */
function matchBooking(content: string): RegExpExecArray | null {
  const match = BOOKING.exec(content);
  const joined = content.replace("\n", "");
  // The rest of a divided line follows the amount or the type.
  const isDivided = match !== null && match[5] === "" && match[6] === undefined && joined !== content;
  return (match && !isDivided ? match : BOOKING.exec(joined)) ?? match;
}

function readBooking({ text, place }: Tag, detailText: string): StatementLine {
  const content = text.trim();
  const [, day, entryDay, mark, amount, reference = "", bankReference = "", further = ""] =
    matchBooking(content) ?? [];
  if (!day) throw new FormatError(`${place}: "${shorten(content)}" is not a valid transaction`);
  const on = bookingDay(day, entryDay?.trim() || undefined, place);
  // The reversal of a credit is paid out, and that of a debit is received.
  const sign = mark === "C" || mark === "RD" ? 1n : -1n;
  const details = readDetails(detailText);
  return {
    on,
    amountKobo: amountOf(amount!, place) * sign,
    narration: joinTexts([cleanReference(reference), further, details.narration]),
    counterparty: tidy(details.counterparty),
    bankReference: cleanReference(bankReference),
    balanceKobo: null,
    place,
    parts: [],
  };
}
