import "server-only";
import { createHash } from "node:crypto";
import { lagosDay } from "@/lib/dates";
import { FormatError } from "@/lib/formats/format-error";
import { MAX_KOBO, formatKobo } from "@/lib/money";
import { readCamt053 } from "./camt053";
import { findHeader, guessMapping, readCsvStatement } from "./csv";
import type { CsvMapping } from "./csv-mapping-schema";
import { readMt940 } from "./mt940";
import type { Statement, StatementLine } from "./statement";

/** What a file is, and what a person needs to map its columns. */
export interface FileDescription {
  format: "csv" | "excel" | "mt940" | "camt.053";
  /** The rows around the headings; empty if the format needs no mapping. */
  rows: { /** From 1. */ number: number; cells: string[] }[];
  /** The number of columns. */
  columnCount: number;
  /** The mapping that the headings and values suggest; what is uncertain is missing. Null if the format needs no mapping. */
  guess: Partial<CsvMapping> | null;
  /** A hash of the headings: files with the same shape take the same mapping, but for `headerRow`. */
  shape: string | null;
}

/** Decodes a statement: UTF-8, with or without a byte order mark, or else Windows-1252. Throws `FormatError` for binary files. */
function decodeStatement(bytes: Uint8Array): string {
  // Control characters occur in UTF-16 and spreadsheets, but not in text.
  const isText = (text: string) => text.trim() !== "" && !/[\0-\x08\x0e-\x19]/.test(text);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  if (!isText(text))
    throw new FormatError("This is not a text file. Export the statement as CSV, MT940 or camt.053.");
  return text;
}

function formatOf(text: string): FileDescription["format"] {
  if (/^\s*</.test(text)) return "camt.053";
  return /^(\{1:|\s*:20:)/.test(text) ? "mt940" : "csv";
}

/** Describes a file before it is read. Throws `FormatError` if it is no statement. */
export async function describeFile(bytes: Uint8Array): Promise<FileDescription> {
  const text = decodeStatement(bytes);
  const format = formatOf(text);
  if (format !== "csv") return { format, rows: [], columnCount: 0, guess: null, shape: null };
  const { columns, line } = findHeader(text);
  return {
    format,
    rows: [{ number: line, cells: columns }],
    columnCount: columns.length,
    guess: { headerRow: line, ...guessMapping(columns) },
    shape: createHash("sha256").update(JSON.stringify(columns)).digest("hex").slice(0, 16),
  };
}

/**
 * Reads an entire statement, or throws `FormatError` with the line. Rejects future days, which usually mean that day and month are swapped.
 * CSV requires a mapping.
 */
export async function readStatement(
  bytes: Uint8Array,
  mapping: CsvMapping | null,
  today: string = lagosDay(),
): Promise<Statement> {
  const text = decodeStatement(bytes);
  const format = formatOf(text);
  if (format === "csv" && !mapping) throw new FormatError("Map the columns of the file first");
  const statement =
    format === "csv"
      ? await readCsvStatement(text, mapping!)
      : format === "mt940"
        ? readMt940(text)
        : await readCamt053(text);
  // Banks also list entries of zero, such as a balance brought forward.
  const lines = statement.lines.filter(({ amountKobo }) => amountKobo !== 0n);
  if (lines.length === 0) throw new FormatError("The statement has no transactions");
  const early = lines.find(({ on }) => on > today);
  if (early) throw new FormatError(`${early.place}: ${early.on} is in the future`);
  const moved = lines.reduce((sum, { amountKobo }) => sum + (amountKobo < 0n ? -amountKobo : amountKobo), 0n);
  if (moved > MAX_KOBO)
    throw new FormatError(`The lines add up to more than ${formatKobo(MAX_KOBO)}. Export a shorter period.`);
  return { ...statement, lines };
}

/** Returns the identity of a line: the bank reference, or else the texts and the balance. */
function identityOf({ on, amountKobo, bankReference, narration, counterparty, balanceKobo }: StatementLine) {
  const texts = [narration.toLowerCase(), counterparty.toLowerCase()];
  const details = bankReference
    ? [bankReference]
    : balanceKobo === null
      ? texts
      : [...texts, String(balanceKobo)];
  return [on, String(amountKobo), ...details];
}

/** Returns the first line without a reference or balance that differs from another only by its position in the file. */
export function findIndistinct(lines: readonly StatementLine[]): StatementLine | undefined {
  const seen = new Set<string>();
  return lines.find((line) => {
    if (line.bankReference || line.balanceKobo !== null) return false;
    const identity = JSON.stringify(identityOf(line));
    if (seen.has(identity)) return true;
    seen.add(identity);
    return false;
  });
}

/**
 * Returns a key for each line, which identifies it in overlapping files: its identity, and the number of identical lines before it on the
 * same day. Two identical payments on one day have different keys in each file with both and, if it has balances, in any file (ADR 39).
 */
export function lineKeys(account: string, lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const base = JSON.stringify([account, ...identityOf(line)]);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return createHash("sha256").update(`${base} ${count}`).digest("hex");
  });
}
