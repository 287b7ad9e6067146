import { AppError } from "@/lib/errors";

/** Runs the work of each key one after another, and that of different keys at the same time. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const own = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}

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
