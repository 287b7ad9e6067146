import "server-only";
import { AppError } from "@/lib/errors";

export interface Breaker {
  <T>(work: () => Promise<T>): Promise<T>;
  /**
   * Returns the state of the breaker. Closed lets calls through; open makes them fail immediately; half-open opens again at the next
   * failure.
   */
  state(): "closed" | "open" | "half-open";
}

/**
 * Limits the impact of an external service that is down (threat 45). A call times out after `timeoutMs`, unless that is null
 * because the call has timeouts of its own; after `failures` consecutive
 * failures, calls fail immediately for `cooldownMs`. Then calls are let through again, and the next failure starts another cooldown. Throws
 * UNAVAILABLE with the original error as its cause.
 */
export function createCircuitBreaker({
  timeoutMs = 5_000,
  failures = 3,
  cooldownMs = 10_000,
}: { timeoutMs?: number | null; failures?: number; cooldownMs?: number } = {}): Breaker {
  let consecutiveFailures = 0;
  let cooldownUntil = 0;
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const remainingMs = cooldownUntil - Date.now();
    if (remainingMs > 0)
      throw new AppError("UNAVAILABLE", undefined, { retryAfter: Math.ceil(remainingMs / 1_000) });
    try {
      const result = await (timeoutMs === null ? work() : withTimeout(timeoutMs, work()));
      consecutiveFailures = 0;
      return result;
    } catch (cause) {
      consecutiveFailures += 1;
      if (consecutiveFailures >= failures) cooldownUntil = Date.now() + cooldownMs;
      throw Object.assign(new AppError("UNAVAILABLE", undefined, { retryAfter: 10 }), { cause });
    }
  };
  const state = () => {
    if (cooldownUntil > Date.now()) return "open" as const;
    return consecutiveFailures >= failures ? ("half-open" as const) : ("closed" as const);
  };
  return Object.assign(guarded, { state });
}

/** The maximum number of failures in `retryUnavailable`. */
const MAX_FAILURES = 3;

/**
 * Calls a service for a batch command, which can wait: a failed call is repeated after the time in `retryAfter`. Calls rejected by an open
 * breaker do not count as failures. Throws the service's own error after three failures.
 */
export async function retryUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "UNAVAILABLE") throw error;
      if (error.cause !== undefined) failures += 1;
      if (failures === MAX_FAILURES) throw error.cause;
      const seconds = error.details.retryAfter ?? 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }
}

function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
