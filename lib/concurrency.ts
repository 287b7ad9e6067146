import { AppError } from "@/lib/errors";

/**
 * Limits concurrent execution of CPU- or memory-intensive work: up to `max` calls run, up to `maxQueued` wait in FIFO order. Throws
 * UNAVAILABLE when the queue is full.
 */
export function limitConcurrency({ max, maxQueued }: { max: number; maxQueued: number }) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (line.length >= maxQueued) throw new AppError("UNAVAILABLE", undefined, { retryAfter: 2 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
