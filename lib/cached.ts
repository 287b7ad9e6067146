import "server-only";
import { describeError, log } from "@/lib/log";

/**
 * Caches the result of `load` for `maxAgeMs`, so that concurrent requests do not all reach the database. If `load` fails, the last value
 * (initially `initial`) is returned and `event` is logged: a page never fails because of it.
 */
export function cached<T>(
  load: () => Promise<T>,
  { initial, maxAgeMs, event }: { initial: T; maxAgeMs: number; event: string },
): () => Promise<T> {
  let last = initial;
  let current: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (current && Date.now() - current.at < maxAgeMs) return current.value;
    const value = load().then(
      (loaded) => (last = loaded),
      (error: unknown) => {
        log.warn({ event, ...describeError(error) });
        return last;
      },
    );
    current = { at: Date.now(), value };
    return value;
  };
}
