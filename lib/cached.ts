import "server-only";
import { describeError, log } from "@/lib/log";

/**
 * Remembers what `load` returned for `maxAgeMs`, so that no crowd reaches the database. When it fails, the last value is returned, at first
 * `initial`, and `event` is logged: a page never fails for it.
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
