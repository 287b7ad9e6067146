import "server-only";
import path from "node:path";
import workerpool, { type Pool } from "workerpool";
import { limitConcurrency } from "@/lib/concurrency";
import type { Decoded } from "./decoder-process";
import { describeError, log } from "@/lib/log";

/** The time limit for decoding a file, once a process has started on it. */
export const DECODING_TIMEOUT_MS = 2_000;
const MAX_HEAP_MB = 256;
const MAX_PROCESSES = 2;
const START_DELAY_MS = 2_000;

/** The pool is shared through globalThis, because the build bundles this module more than once. */
const holder = globalThis as { seedlineDecoders?: Pool };

/**
 * Decoders are processes, because a thread in native code cannot be terminated and its crash would end the server. Their environment
 * contains no keys; they run as the same user, so this is not a sandbox.
 */
const processes = () =>
  (holder.seedlineDecoders ??= workerpool.pool(
    path.join(/* turbopackIgnore: true */ process.cwd(), "lib/files/decoder-process.ts"),
    {
      workerType: "process",
      // One process is always ready; the other starts when two files arrive at once.
      minWorkers: 1,
      maxWorkers: MAX_PROCESSES,
      // A stuck process cannot react to a stop request and is killed right after it.
      workerTerminateTimeout: 10,
      // The output of a crashing process must not become a log line.
      emitStdStreams: true,
      forkOpts: {
        execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
        env: { NODE_ENV: "production" },
      },
    },
  ));

/**
 * Starts a process after a short delay, so that the first upload does not wait about a second for it. The delay lets a server that has just
 * started answer its first requests.
 */
export function startDecoders(): void {
  setTimeout(processes, START_DELAY_MS).unref();
}

/** Decoding needs many times a file's size in memory, so concurrency is low; other files wait on disk. */
const limitDecoding = limitConcurrency({ max: MAX_PROCESSES, maxQueued: 400 });

/**
 * Sanitizes the file at `from` into `to` in another process with time and memory limits; a process that exceeds them is killed (threat 50).
 * Throws UNAVAILABLE if too many files are waiting.
 */
export const decode = (from: string, to: string, contentType: string): Promise<Decoded> =>
  limitDecoding(async () => {
    let hasStarted = false;
    const task = processes().exec("decode", [from, to, contentType], {
      // All output of the process arrives as an event too.
      on: (event: unknown) => {
        if (event !== "started") return;
        hasStarted = true;
        void task.timeout(DECODING_TIMEOUT_MS);
      },
    });
    try {
      return (await task) as Decoded;
    } catch (error) {
      // A process that has not looked at the file did not end because of it.
      if (!hasStarted || !isLimitExceeded(error)) throw error;
      log.warn({ event: "file.decoding_ended", ...describeError(error) });
      const problem =
        "This file is too complex for us to read. Save or scan it again, and upload the new copy.";
      return { problem, signatures: [] };
    }
  });

const isLimitExceeded = (error: unknown): boolean =>
  error instanceof workerpool.Promise.TimeoutError || error instanceof workerpool.TerminateError;
