// The program of the process that reads bank statements (lib/bank/readers/read-statement.ts, ADR 39): parses untrusted files, without
// configuration or keys in its environment.
import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import workerpool from "workerpool";
import { FormatError } from "@/lib/formats/format-error";
import "@/lib/process-watchdog";
import type { CsvMapping } from "./csv-mapping-schema";
import { describe, parse, rows } from "./parse-statement";
import type { StatementLine } from "./statement";

const BATCH = 2_000;

/** The events of reading a file: that it has started, and the lines that were read. */
export type ReadEvent = "started" | { lines: StatementLine[] };

/** The result of reading a file, or the problem with it. */
export type ReadResult<T> = { value: T } | { problem: string; field: string | undefined };

async function attempt<T>(read: () => Promise<T>): Promise<ReadResult<T>> {
  // The time limit starts here. The event is sent before reading blocks the event loop.
  workerpool.workerEmit("started");
  await nextTurn();
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof FormatError) return { problem: error.message, field: error.field };
    throw error;
  }
}

workerpool.worker({
  describe: (bytes: Uint8Array) => attempt(() => describe(bytes)),
  rows: (bytes: Uint8Array) => attempt(() => rows(bytes)),
  parse: (bytes: Uint8Array, mapping: CsvMapping | null, today: string) =>
    attempt(async () => {
      const { lines, ...statement } = await parse(bytes, mapping, today);
      // In batches, because receiving all of them at once would block the server.
      for (let from = 0; from < lines.length; from += BATCH)
        workerpool.workerEmit({ lines: lines.slice(from, from + BATCH) });
      return statement;
    }),
});
