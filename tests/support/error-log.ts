import fs from "node:fs";
import path from "node:path";
import { readText } from "../../server/process.ts";

interface Line {
  level: number;
  event: string;
}

const ERROR = 50;
const expected = new Set<string>();

/** Returns the file in which tests announce the events they provoke to the process that stops the shared servers. */
const sharedFile = (dataDir: string) => path.join(dataDir, "expected-errors");

/** The folder of the shared servers; tests/support/env.ts sets it. */
let sharedDir: string | undefined;
export function startErrorLog(dataDir: string): void {
  sharedDir = dataDir;
  expected.clear();
}

/**
 * Announces the error-level log lines that this file provokes. Any other such line, of a server or of the test's own process, fails the
 * run.
 */
export function expectErrorLog(...events: string[]): void {
  for (const event of events) expected.add(event);
  if (sharedDir) fs.appendFileSync(sharedFile(sharedDir), events.map((event) => `${event}\n`).join(""));
}

export const isExpected = (event: string): boolean => expected.has(event);

function errorLines(file: string): string[] {
  // The folder of a database that was stopped is gone.
  return readText(file)
    .split("\n")
    .filter((line) => line.startsWith(`{"level":${ERROR},`));
}

/**
 * Throws an error if a server has logged an unannounced error. Announcements come from this process, or from any test of the shared
 * servers.
 */
export function requireExpectedErrors(files: string[], dataDir?: string): void {
  const announced = dataDir
    ? fs.readFileSync(sharedFile(dataDir), { encoding: "utf8", flag: "a+" }).split("\n")
    : [];
  const unexpected = files
    .flatMap(errorLines)
    .filter((line) => ![...expected, ...announced].includes((JSON.parse(line) as Line).event));
  if (unexpected.length > 0)
    throw new Error(
      `A server logged errors that no test announces (expectErrorLog):\n${unexpected.slice(0, 20).join("\n")}`,
    );
}
