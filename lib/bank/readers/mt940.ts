import "server-only";
import { dayNumber, isDay } from "@/lib/dates";
import { FormatError, shorten } from "@/lib/formats/format-error";
import {
  MAX_LINES,
  parseKobo,
  requireBalances,
  requireLineCount,
  requireNaira,
  setBalances,
  tidy,
  type Statement,
  type StatementLine,
} from "./statement";

interface Tag {
  name: string;
  text: string;
  place: string;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,2})$/;
/** Value date, entry date, sign, funds code, amount, type, reference, bank reference, and supplementary details on a separate line. */
const BOOKING =
  /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,15},\d{0,2})[A-Z][A-Z0-9]{3}(.*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

/**
 * Reads a SWIFT MT940 statement. It is our own, because the npm packages return amounts as floating-point numbers. Throws `FormatError`
 * with the line for malformed tags, currencies other than naira, and transactions that do not lead from the opening to the closing balance,
 * so that a truncated file is rejected.
 */
export function readMt940(text: string): Statement {
  const tags = readTags(text);
  const lines: StatementLine[] = [];
  let account: string | null = null;
  let opening: bigint | null = null;
  let first = 0;
  for (const [index, { name, text: content, place }] of tags.entries()) {
    if (name === "25") account = accountOf(content, account, place);
    else if (name === "60F" || name === "60M") {
      if (opening !== null) throw new FormatError(`${place}: the previous statement has no closing balance`);
      opening = readBalance(content, place);
      first = lines.length;
    } else if (name === "61") {
      if (opening === null) throw new FormatError(`${place}: this transaction has no opening balance`);
      requireLineCount(lines.length + 1);
      const next = tags[index + 1];
      lines.push(readBooking(content, next?.name === "86" ? next.text : "", place));
    } else if (name === "62F" || name === "62M") {
      if (opening === null) throw new FormatError(`${place}: this closing balance has no opening balance`);
      const statementLines = lines.slice(first);
      requireBalances(statementLines, { openingKobo: opening, closingKobo: readBalance(content, place) });
      setBalances(statementLines, opening);
      opening = null;
    }
  }
  if (opening !== null || !tags.some(({ name }) => name.startsWith("62")))
    throw new FormatError("The file ends before the closing balance");
  return { account, lines, setAside: [] };
}

/** The maximum number of text lines per transaction: the transaction, its details, and its share of the page's other tags. */
const TEXT_LINES = 20;

/** Returns the tags of all messages. A tag continues on lines that begin neither a tag nor the end of a message. */
function readTags(text: string): Tag[] {
  const tags: Tag[] = [];
  const texts = text.split(/\r\n|\n|\r/, MAX_LINES * TEXT_LINES + 1);
  requireLineCount(texts.length / TEXT_LINES);
  for (const [index, line] of texts.entries()) {
    const [, name, rest] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line.replace(/^\{1:.*\{4:/, "")) ?? [];
    if (name !== undefined) tags.push({ name, text: rest!, place: `Line ${index + 1}` });
    else if (!/^(-|-?\}|\{.*)?$/.test(line) && tags.length > 0) tags.at(-1)!.text += `\n${line}`;
  }
  return tags;
}

function accountOf(content: string, before: string | null, place: string): string {
  const account = content.slice(Math.max(content.lastIndexOf("/"), content.lastIndexOf("\n")) + 1).trim();
  if (before !== null && before !== account)
    throw new FormatError(`${place}: this statement is for another account`);
  return account;
}

const amountOf = (text: string, place: string) => parseKobo(text.replace(/,$/, "").replace(",", "."), place);

function readBalance(content: string, place: string): bigint {
  const [, sign, , currency, amount] = BALANCE.exec(content.trim()) ?? [];
  if (!amount) throw new FormatError(`${place}: "${shorten(content)}" is not a valid balance`);
  requireNaira(currency!, place);
  return amountOf(amount, place) * (sign === "C" ? 1n : -1n);
}

/**
 * Returns the booking date: the entry date, which has no year, in the year that puts it nearest to the value date; if absent, the value
 * date.
 */
function bookingDay(value: string, bookedOn: string | undefined, place: string): string {
  const valueOn = `20${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4)}`;
  if (!isDay(valueOn)) throw new FormatError(`${place}: ${value} is not a valid date`);
  if (bookedOn === undefined) return valueOn;
  const year = Number(valueOn.slice(0, 4));
  const distance = (day: string) => Math.abs(dayNumber(day) - dayNumber(valueOn));
  const [nearest] = [year - 1, year, year + 1]
    .map((each) => `${each}-${bookedOn.slice(0, 2)}-${bookedOn.slice(2)}`)
    .filter(isDay)
    .sort((a, b) => distance(a) - distance(b));
  if (!nearest) throw new FormatError(`${place}: ${bookedOn} is not a valid date`);
  return nearest;
}

function readBooking(content: string, details: string, place: string): StatementLine {
  const [, day, bookedOn, mark, amount, reference = "", bankReference = "", further = ""] =
    BOOKING.exec(content.trim()) ?? [];
  if (!day) throw new FormatError(`${place}: "${shorten(content)}" is not a valid transaction`);
  const on = bookingDay(day, bookedOn, place);
  // The reversal of a credit is paid out, and that of a debit is received.
  const sign = mark === "C" || mark === "RD" ? 1n : -1n;
  return {
    on,
    amountKobo: amountOf(amount!, place) * sign,
    narration: tidy([reference === "NONREF" ? "" : reference, further, details].join(" ")),
    counterparty: "",
    bankReference: tidy(bankReference),
    balanceKobo: null,
    place,
    parts: [],
  };
}
