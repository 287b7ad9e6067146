import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import type { SignedHead } from "./head";

/** The signed heads, one JSON line each, outside the database and only added to. Loaded by commands too, so it imports nothing of ours. */
export const headsFile = (dataDir: string): string =>
  path.join(/* turbopackIgnore: true */ dataDir, "audit", "heads.jsonl");

/** The lines written so far, oldest first. */
export function headLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The heads of those lines. A line that a crash cut off is none. */
export function headsOf(lines: string[]): SignedHead[] {
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as SignedHead];
    } catch {
      return [];
    }
  });
}

/** What a line says of the one before it, the first one too. */
const previousOf = (line: string | undefined): string =>
  line === undefined ? "0".repeat(64) : createHash("sha256").update(line).digest("hex");

/** Adds the head that `sign` makes for its place in the file; when this returns, it is on the disk. */
export function addHead(file: string, sign: (previous: string) => SignedHead): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const line = JSON.stringify(sign(previousOf(headLines(file).at(-1))));
  const fd = openSync(file, "a", 0o600);
  try {
    // On a line of its own, also after one that was cut off.
    writeSync(fd, endsOpen(file) ? `\n${line}\n` : `${line}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const endsOpen = (file: string): boolean => !["", "\n"].includes(readFileSync(file, "utf8").slice(-1));
