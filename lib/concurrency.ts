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
 * Limits concurrent execution of CPU- or memory-intensive work: up to `max` calls run, up to `maxQueued` wait in FIFO order, each for at most
 * `maxWaitMs`. Throws UNAVAILABLE when the queue is full, and for a call that has waited that long.
 */
export function limitConcurrency({
  max,
  maxQueued,
  maxWaitMs,
}: {
  max: number;
  maxQueued: number;
  maxWaitMs?: number;
}) {
  let running = 0;
  const line = new Set<() => void>();
  const busy = () => new AppError("UNAVAILABLE", undefined, { retryAfter: 2 });
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.delete(begin);
        reject(busy());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const begin = () => {
        clearTimeout(timer);
        line.delete(begin);
        resolve();
      };
      line.add(begin);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (line.size >= maxQueued) throw busy();
      await turn();
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const [next] = line;
      if (next) next();
      else running -= 1;
    }
  };
}
