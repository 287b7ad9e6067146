import { setTimeout } from "node:timers/promises";
import { SeedlineError } from "./error.ts";

export interface RetryOptions {
  /** How often a call is made at most; 5 by default. */
  maxAttempts?: number;
  /** The longest wait before another attempt, in seconds; 60 by default. A longer Retry-After ends the attempts. */
  maxWaitSeconds?: number;
  /** The time for one attempt, in seconds; 60 by default. */
  timeoutSeconds?: number;
}

const IDEMPOTENCY_HEADER = "idempotency-key";

/** Whether a request may be repeated although the first one may have been carried out. */
const isRepeatable = ({ method, headers }: Request) =>
  method === "GET" || method === "HEAD" || headers.has(IDEMPOTENCY_HEADER);

/**
 * Returns a fetch that repeats a call after a lost connection, 429 and 503, if that is safe. It waits as long as Retry-After asks,
 * otherwise 0.5, 1, 2 ... seconds, and up to a quarter more, so that many programs do not come back at once.
 */
export function withRetries(fetchOnce: (request: Request) => Promise<Response>, options: RetryOptions = {}) {
  const { maxAttempts = 5, maxWaitSeconds = 60, timeoutSeconds = 60 } = options;
  return async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= maxAttempts || !isRepeatable(request);
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutSeconds * 1_000)]);
      let seconds = Math.min(2 ** (attempt - 2), maxWaitSeconds);
      try {
        const response = await fetchOnce(new Request(request.clone(), { signal }));
        if (isLast || ![429, 503].includes(response.status)) return response;
        seconds = Number(response.headers.get("retry-after") ?? seconds);
        if (!(seconds <= maxWaitSeconds)) return response;
        await response.body?.cancel();
      } catch (error) {
        request.signal.throwIfAborted();
        if (isLast) throw new SeedlineError("The API could not be reached", "NETWORK", { cause: error });
      }
      await setTimeout(seconds * 1_000 * (1 + Math.random() / 4), undefined, { signal: request.signal });
    }
  };
}
