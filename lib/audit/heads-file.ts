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

/** Adds a head; when this returns, it is on the disk. */
export function addHead(file: string, head: SignedHead): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fd = openSync(file, "a", 0o600);
  try {
    writeSync(fd, `${JSON.stringify(head)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
