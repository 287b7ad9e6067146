import "server-only";
import path from "node:path";
import workerpool, { type Pool } from "workerpool";
import { limitConcurrency } from "@/lib/concurrency";
import { lagosDay } from "@/lib/dates";
import { FormatError } from "@/lib/formats/format-error";
import { describeError, log } from "@/lib/log";
import type { CsvMapping } from "./csv-mapping-schema";
import type { FileDescription } from "./parse-statement";

export type { FileDescription };
import type { ReadEvent, ReadResult } from "./reader-process";
import type { Row } from "./rows";
import type { Statement, StatementLine } from "./statement";

/** The time limit for reading a file, once the process has started on it. */
const READING_TIMEOUT_MS = 15_000;
const MAX_HEAP_MB = 512;
/** Statements are rare, so the process ends soon after one: a command that has read one ends, too. */
const IDLE_MS = 3_000;

/** The pool is shared through globalThis, because the build bundles this module more than once. */
const holder = globalThis as { seedlineReaders?: Pool; seedlineReadersIdle?: NodeJS.Timeout };

const fromRoot = (file: string) => path.join(/* turbopackIgnore: true */ process.cwd(), file);

/** A process reads the files, because a large or hostile one would block the server. It has no keys in its environment. */
const readers = () =>
  (holder.seedlineReaders ??= workerpool.pool(fromRoot("lib/bank/readers/reader-process.ts"), {
    workerType: "process",
    maxWorkers: 1,
    workerTerminateTimeout: 10,
    // The output of a crashing process must not become a log line.
    emitStdStreams: true,
    forkOpts: {
      execArgv: [
        `--max-old-space-size=${MAX_HEAP_MB}`,
        "--conditions=react-server",
        "--import",
        fromRoot("server/alias.ts"),
      ],
      env: { NODE_ENV: "production" },
      // For bytes and amounts, which JSON does not have.
      serialization: "advanced",
    },
  }));

function endWhenIdle(): void {
  clearTimeout(holder.seedlineReadersIdle);
  holder.seedlineReadersIdle = setTimeout(() => {
    const pool = holder.seedlineReaders;
    const { activeTasks = 0, pendingTasks = 0 } = pool?.stats() ?? {};
    if (activeTasks + pendingTasks > 0) return endWhenIdle();
    delete holder.seedlineReaders;
    void pool?.terminate();
  }, IDLE_MS).unref();
}

const limitReading = limitConcurrency({ max: 1, maxQueued: 10 });

/** Runs a function of the process. Throws `FormatError`, also if it needs too much time or memory, and UNAVAILABLE if many files wait. */
const run = <T>(
  name: "describe" | "parse" | "rows",
  parameters: unknown[],
  onLines?: (lines: StatementLine[]) => void,
): Promise<T> =>
  limitReading(async () => {
    let hasStarted = false;
    const task = readers().exec(name, parameters, {
      // All output of the process arrives as an event too.
      on: (event: ReadEvent | { stdout: string } | { stderr: string }) => {
        if (event === "started") {
          hasStarted = true;
          void task.timeout(READING_TIMEOUT_MS);
        } else if (typeof event === "object" && "lines" in event) onLines?.(event.lines);
      },
    });
    try {
      const result = (await task) as ReadResult<T>;
      if ("value" in result) return result.value;
      throw new FormatError(result.problem, result.field);
    } catch (error) {
      // A process that has not looked at the file did not end because of it.
      if (!hasStarted || !isLimitExceeded(error)) throw error;
      log.warn({ event: "statement.reading_ended", ...describeError(error) });
      throw new FormatError(
        "This file is too large or complex for us to read. Export a shorter period, or as CSV.",
      );
    } finally {
      endWhenIdle();
    }
  });

const isLimitExceeded = (error: unknown): boolean =>
  error instanceof workerpool.Promise.TimeoutError || error instanceof workerpool.TerminateError;

/**
 * Describes a file before it is read: its format and, for a table, the first rows with a guess of the mapping. Throws `FormatError` if it
 * can be no statement, and UNAVAILABLE.
 */
export const describeFile = (bytes: Uint8Array): Promise<FileDescription> => run("describe", [bytes]);

/** Reads the rows of a table in another process. Throws `FormatError` if it is none or too large, and UNAVAILABLE. */
export const readRows = (bytes: Uint8Array): Promise<Row[]> => run("rows", [bytes]);

/**
 * Reads an entire statement in another process, with time and memory limits. Throws `FormatError` with the place, see `parse`, and
 * UNAVAILABLE. A table requires a mapping.
 */
export async function readStatement(
  bytes: Uint8Array,
  mapping: CsvMapping | null,
  today: string = lagosDay(),
): Promise<Statement> {
  const lines: StatementLine[] = [];
  const statement = await run<Omit<Statement, "lines">>("parse", [bytes, mapping, today], (batch) => {
    lines.push(...batch);
  });
  return { ...statement, lines };
}
