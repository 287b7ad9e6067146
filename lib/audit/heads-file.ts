import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import type { SignedHead } from "./head";

/**
 * The append-only file of signed heads, one JSON line each, outside the database. Has no imports from lib: commands load it too.
 */
export const headsFile = (dataDir: string): string =>
  path.join(/* turbopackIgnore: true */ dataDir, "audit", "heads.jsonl");

/** All lines, oldest first. */
export function headLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The parsed heads. A line truncated by a crash is skipped. */
export function headsOf(lines: string[]): SignedHead[] {
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as SignedHead];
    } catch {
      return [];
    }
  });
}

/** The value of `previous` in the line that follows `line`. */
const hashLine = (line: string | undefined): string =>
  line === undefined ? "0".repeat(64) : createHash("sha256").update(line).digest("hex");

/** Appends the head that `sign` returns. It is flushed to disk when this returns. */
export function addHead(file: string, sign: (previous: string) => SignedHead): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const line = JSON.stringify(sign(hashLine(headLines(file).at(-1))));
  const fd = openSync(file, "a", 0o600);
  try {
    // Starts a new line if the last one was truncated.
    writeSync(fd, endsMidLine(file) ? `\n${line}\n` : `${line}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const endsMidLine = (file: string): boolean => !["", "\n"].includes(readFileSync(file, "utf8").slice(-1));
