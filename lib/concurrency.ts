import { AppError } from "@/lib/errors";

/** Runs the work of each key sequentially, and that of different keys concurrently. */
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

/** A queue that has not been empty for this long is not a burst but an overload: more calls arrive than can be served. */
const BURST_MS = 1_000;

interface ConcurrencyLimit {
  /** The maximum number of concurrent calls. */
  max: number;
  maxQueued: number;
  /** The maximum wait of a call in the queue; unlimited by default. */
  maxWaitMs?: number;
  /** The maximum wait during a lasting overload, when otherwise every call would wait for `maxWaitMs` (controlled delay). */
  overloadWaitMs?: number;
}

/**
 * Limits concurrent execution of CPU- or memory-intensive work: up to `max` calls run, and up to `maxQueued` wait in FIFO order. Throws
 * UNAVAILABLE when the queue is full, and for a call that has waited too long.
 */
export function limitConcurrency({
  max,
  maxQueued,
  maxWaitMs,
  overloadWaitMs = maxWaitMs,
}: ConcurrencyLimit) {
  let running = 0;
  let queueEmptyAt = 0;
  const queue = new Set<() => void>();
  const unavailable = () => new AppError("UNAVAILABLE", undefined, { retryAfter: 2 });
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const now = Date.now();
      if (queue.size === 0) queueEmptyAt = now;
      const limitMs = now - queueEmptyAt > BURST_MS ? overloadWaitMs : maxWaitMs;
      const giveUp = () => {
        queue.delete(begin);
        reject(unavailable());
      };
      const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
      const begin = () => {
        clearTimeout(timer);
        queue.delete(begin);
        resolve();
      };
      queue.add(begin);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (queue.size >= maxQueued) throw unavailable();
      await waitForTurn();
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else running -= 1;
    }
  };
}

/** Like `limitConcurrency`, with a separate limit and queue for each key. */
export function limitConcurrencyPerKey(limit: ConcurrencyLimit) {
  const limits = new Map<string, { run: ReturnType<typeof limitConcurrency>; calls: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = limits.get(key) ?? { run: limitConcurrency(limit), calls: 0 };
    limits.set(key, own);
    own.calls += 1;
    try {
      return await own.run(work);
    } finally {
      own.calls -= 1;
      if (own.calls === 0) limits.delete(key);
    }
  };
}
