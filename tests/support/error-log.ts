import fs from "node:fs";
import path from "node:path";
import { readText } from "../../server/process.ts";

interface Line {
  level: number;
  event: string;
  requestId?: string;
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

/** Returns the unexpected errors of a server's log, each with the line of its request, which names the call. */
function findUnexpected(file: string, announced: Set<string>): string[] {
  // The folder of a database that was stopped is gone.
  const lines = readText(file)
    .split("\n")
    .filter((line) => line.startsWith('{"level":'))
    .map((text) => ({ text, ...(JSON.parse(text) as Line) }));
  return lines
    .filter(({ level, event }) => level === ERROR && !announced.has(event))
    .map(({ text, requestId }) => {
      const request = lines.find((line) => line.event === "request" && line.requestId === requestId);
      return request ? `${text}\n  ${request.text}` : text;
    });
}

/**
 * Throws an error if a server has logged an unannounced error. Announcements come from this process, or from any test of the shared
 * servers.
 */
export function requireExpectedErrors(files: string[], dataDir?: string): void {
  const shared = dataDir
    ? fs.readFileSync(sharedFile(dataDir), { encoding: "utf8", flag: "a+" }).split("\n")
    : [];
  const announced = new Set([...expected, ...shared]);
  const unexpected = files.flatMap((file) => findUnexpected(file, announced));
  if (unexpected.length > 0)
    throw new Error(
      `A server logged errors that no test announces (expectErrorLog):\n${unexpected.slice(0, 20).join("\n")}`,
    );
}
