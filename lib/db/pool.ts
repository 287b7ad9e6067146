import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/env";

/** Connection timeout (threat 44). */
const CONNECT_TIMEOUT_MS = 2_000;
/** How long connecting is retried while PostgreSQL starts (threat 43). */
const STARTUP_RETRY_MS = 2_500;
/** If no query of the pool was answered for this long, the database is stalled, as opposed to one query waiting for a lock. */
const UNRESPONSIVE_AFTER_MS = 2_000;
/** After a stall queries fail immediately for this long. */
const COOLDOWN_MS = 1_000;

/** Circuit breaker of one pool. */
class CircuitBreaker {
  private respondedAt = Date.now();
  private cooldownUntil = 0;

  recordResponse(): void {
    this.respondedAt = Date.now();
    this.cooldownUntil = 0;
  }

  recordTimeout(): void {
    const now = Date.now();
    if (now - this.respondedAt > UNRESPONSIVE_AFTER_MS) this.cooldownUntil = now + COOLDOWN_MS;
  }

  get isOpen(): boolean {
    return Date.now() < this.cooldownUntil;
  }
}

type Callback = (error: Error | undefined, result: unknown) => void;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /read timeout|timeout exceeded|connection timeout/.test(error.message);

/** Whether it is an error of authentication or a similar one, which a retry would repeat. */
const isFinal = (error: unknown): boolean => {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return isTimeout(error) || (typeof code === "string" && /^(28|3D|42)/.test(code));
};

/**
 * Destroys a connection after a query timeout. It may still be inside an open transaction: the next user of the connection would
 * write into that transaction and lose the changes without an error.
 */
function connectionClass(breaker: CircuitBreaker): typeof pg.Client {
  class Connection extends pg.Client {
    private settle(error: unknown): void {
      if (!isTimeout(error)) return breaker.recordResponse();
      breaker.recordTimeout();
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
    }

    // `pg` has many overloads: either the last argument is a callback, or the call returns a promise.
    override query(...args: unknown[]): never {
      const runQuery = (...queryArgs: unknown[]): unknown =>
        Reflect.apply(pg.Client.prototype.query, this, queryArgs);
      const callback = args.at(-1);
      if (typeof callback === "function") {
        const settled: Callback = (error, result) => {
          this.settle(error);
          (callback as Callback)(error, result);
        };
        return runQuery(...args.slice(0, -1), settled) as never;
      }
      const answer = runQuery(...args);
      if (!(answer instanceof Promise)) return answer as never;
      return answer.then(
        (result: unknown) => {
          this.settle(null);
          return result;
        },
        (error: unknown) => {
          this.settle(error);
          throw error;
        },
      ) as never;
    }
  }
  return Connection;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that retries while the database starts and fails fast while it is stalled (threat 43, 44). */
class Pool extends pg.Pool {
  private readonly breaker: CircuitBreaker;

  constructor(config: pg.PoolConfig, breaker: CircuitBreaker) {
    super({ ...config, Client: connectionClass(breaker) } as pg.PoolConfig);
    this.breaker = breaker;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.connectWithRetry();
    if (!callback) return connected;
    connected.then(
      // The callback is deferred, so that an error thrown by the callback is not mistaken for a connection error.
      (client) => process.nextTick(callback, undefined, client, client.release.bind(client)),
      (error: Error) => process.nextTick(callback, error, undefined, () => undefined),
    );
  }

  /** Retrying is safe: before a connection is open nothing has been sent. */
  private async connectWithRetry(): Promise<pg.PoolClient> {
    for (const until = Date.now() + STARTUP_RETRY_MS; ;) {
      if (this.breaker.isOpen) throw new Error("timeout exceeded when trying to connect");
      try {
        return await super.connect();
      } catch (error) {
        if (isTimeout(error)) this.breaker.recordTimeout();
        if (isFinal(error) || Date.now() > until) throw error;
        await sleep(30);
      }
    }
  }
}

/** Creates a pool of at most `max` connections for the database at `url`, whose queries fail after `timeoutMs` milliseconds. */
export function createPool(url: string, { max = 20, timeoutMs = env.DATABASE_TIMEOUT_MS } = {}): pg.Pool {
  const config: pg.PoolConfig = {
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The client enforces it, because a stalled server cannot enforce its own (threat 44).
    query_timeout: timeoutMs,
    idleTimeoutMillis: 30_000,
  };
  return new Pool(config, new CircuitBreaker());
}
