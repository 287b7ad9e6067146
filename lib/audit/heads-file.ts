import { createHash } from "node:crypto";
import { closeSync, fsyncSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import type { SignedHead } from "./head";

/**
 * Returns the path of the append-only file of signed heads, one JSON line each, outside the database. This module has no imports from lib,
 * because commands load it too.
 */
export const headsFile = (dataDir: string): string =>
  path.join(/* turbopackIgnore: true */ dataDir, "audit", "heads.jsonl");

/** The number of bytes read from the end of the file: more than any two lines have. */
const TAIL_BYTES = 8_192;

function readFrom(file: string, start: (size: number) => number): string {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
  try {
    const { size } = fstatSync(fd);
    const begin = Math.min(start(size), size);
    const bytes = Buffer.alloc(size - begin);
    readSync(fd, bytes, 0, bytes.length, begin);
    return bytes.toString("utf8");
  } finally {
    closeSync(fd);
  }
}

/** Returns all lines, oldest first. */
export const headLines = (file: string): string[] =>
  readFrom(file, () => 0)
    .split("\n")
    .filter(Boolean);

/** Returns the complete lines after a byte offset of the file, and their end; all lines if the file is shorter. */
export function headLinesAfter(file: string, offset: number): { lines: string[]; end: number } {
  let start = 0;
  const text = readFrom(file, (size) => (start = offset > size ? 0 : offset));
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  return { lines: complete.split("\n").filter(Boolean), end: start + Buffer.byteLength(complete) };
}

const lastLines = (file: string): string[] =>
  readFrom(file, (size) => Math.max(0, size - TAIL_BYTES))
    .split("\n")
    .filter(Boolean);

/** Parses a head; returns null for a line truncated by a crash. */
export function parseHead(line: string): SignedHead | null {
  try {
    return JSON.parse(line) as SignedHead;
  } catch {
    return null;
  }
}

/** Returns the last signed head. */
export const lastHead = (file: string): SignedHead | undefined =>
  lastLines(file)
    .map(parseHead)
    .findLast((head) => head !== null) ?? undefined;

/** Returns the value of `previous` for the line after `line`. */
const hashLine = (line: string | undefined): string =>
  line === undefined ? "0".repeat(64) : createHash("sha256").update(line).digest("hex");

/** Appends the head returned by `sign`. The head has been flushed to disk when this function returns. */
export function addHead(file: string, sign: (previous: string) => SignedHead): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const line = JSON.stringify(sign(hashLine(lastLines(file).at(-1))));
  const fd = openSync(file, "a", 0o600);
  try {
    // The head starts on a new line if the last line was truncated.
    writeSync(fd, endsMidLine(file) ? `\n${line}\n` : `${line}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const endsMidLine = (file: string): boolean =>
  !["", "\n"].includes(readFrom(file, (size) => Math.max(0, size - 1)));
