import { AppError } from "@/lib/errors";

/**
 * A line for work that takes the processor or memory: `atOnce` are under way, `inLine` wait their turn, in order. Who comes after
 * them is turned away with UNAVAILABLE, so that a flood of it leaves room for everything else.
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
