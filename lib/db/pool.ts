import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/env";
import { lendConnection } from "./leases";

/** Returns the timeout for connecting: 2 s with the default query timeout of 2.5 s (threat 44). */
const connectTimeout = (queryTimeoutMs: number) => Math.max(2_000, 0.8 * queryTimeoutMs);
/** How long connecting is retried while PostgreSQL starts (threat 43). */
const STARTUP_RETRY_MS = 2_500;
/** The factor by which a busy process extends the database's timeout. */
const MAX_PATIENCE = 4;
/** After a stall, queries fail immediately for this long. */
const COOLDOWN_MS = 1_000;

/**
 * Circuit breaker of one pool. If no query of the pool was answered for `unresponsiveMs`, the database is stalled, as opposed to one query
 * waiting for a lock.
 */
class CircuitBreaker {
  private respondedAt = Date.now();
  private cooldownUntil = 0;
  private readonly unresponsiveMs: number;

  constructor(unresponsiveMs: number) {
    this.unresponsiveMs = unresponsiveMs;
  }

  recordResponse(): void {
    this.respondedAt = Date.now();
    this.cooldownUntil = 0;
  }

  recordTimeout(): void {
    const now = Date.now();
    if (now - this.respondedAt > this.unresponsiveMs) this.cooldownUntil = now + COOLDOWN_MS;
  }

  get isOpen(): boolean {
    return Date.now() < this.cooldownUntil;
  }
}

type Callback = (error: Error | undefined, result: unknown) => void;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /read timeout|timeout exceeded|connection timeout/.test(error.message);

/** Returns whether the database has answered: with a result, or with an error that has an SQLSTATE. Other errors are this process's own. */
const isAnswer = (error: unknown): boolean => {
  if (!(error instanceof Error)) return true;
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
};

/** Returns whether connecting took too long; waiting too long for a free connection has a different message. */
const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("connection timeout");

/** Returns whether this is an authentication error or a similar one, which would occur again on a retry. */
const isFinal = (error: unknown): boolean => {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return isTimeout(error) || (typeof code === "string" && /^(28|3D|42)/.test(code));
};

/**
 * Measures how long the database has had to respond: the time in which this process was waiting for events. While the process loads code or
 * computes, a response may have arrived that it has not read yet, and a timeout would blame the database for our own delay (ADR 18).
 */
function startWaiting() {
  const began = performance.eventLoopUtilization();
  return {
    /** Returns the remaining milliseconds of `ms`. */
    remaining(ms: number): number {
      const { idle, active } = performance.eventLoopUtilization(began);
      return Math.min(ms - idle, MAX_PATIENCE * ms - idle - active);
    },
  };
}

/** Calls `act` when the database has had `ms` to respond. Returns a function that cancels it. */
function afterWaiting(ms: number, act: () => void): () => void {
  const waiting = startWaiting();
  let timer = setTimeout(check, ms);
  function check() {
    const remaining = waiting.remaining(ms);
    if (remaining < 1) act();
    else timer = setTimeout(check, remaining);
  }
  return () => clearTimeout(timer);
}

/**
 * Fails a query that does not complete in time, and destroys its connection. The connection may still be inside an open transaction: its
 * next user would write into that transaction and lose the changes without an error.
 */
function connectionClass(breaker: CircuitBreaker, timeoutMs: number): typeof pg.Client {
  class Connection extends pg.Client {
    /** Returns the function to call with the result of a query that starts now. */
    private startQuery(): (error: unknown) => void {
      const cancel = afterWaiting(timeoutMs, () => {
        breaker.recordTimeout();
        const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } };
        connection.stream.destroy(new Error("Query read timeout"));
      });
      return (error) => {
        cancel();
        if (isAnswer(error)) breaker.recordResponse();
      };
    }

    // `pg` has many overloads: either the last argument is a callback, or the call returns a promise.
    override query(...args: unknown[]): never {
      const runQuery = (...queryArgs: unknown[]): unknown =>
        Reflect.apply(pg.Client.prototype.query, this, queryArgs);
      const settle = this.startQuery();
      const callback = args.at(-1);
      if (typeof callback === "function") {
        const settled: Callback = (error, result) => {
          settle(error);
          (callback as Callback)(error, result);
        };
        return runQuery(...args.slice(0, -1), settled) as never;
      }
      const answer = runQuery(...args);
      if (!(answer instanceof Promise)) throw new TypeError("A query needs a callback, or returns a promise");
      return answer.then(
        (result: unknown) => {
          settle(null);
          return result;
        },
        (error: unknown) => {
          settle(error);
          throw error;
        },
      ) as never;
    }
  }
  return Connection;
}

/** The job queue releases a client twice if its pool ends while LISTEN is under way, and `pg` throws an error then. */
function releaseOnce(client: pg.PoolClient): (destroy?: Error | boolean) => void {
  let isReleased = false;
  return (destroy) => {
    if (!isReleased) client.release(destroy);
    isReleased = true;
  };
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (destroy?: Error | boolean) => void,
) => void;

/** A pool that retries while the database starts, and fails fast while it is stalled (threat 43, 44). */
class Pool extends pg.Pool {
  private readonly breaker: CircuitBreaker;
  private readonly connectTimeoutMs: number;
  private readonly isForPrisma: boolean;

  constructor(config: pg.PoolConfig, queryTimeoutMs: number, isForPrisma: boolean) {
    const connectTimeoutMs = connectTimeout(queryTimeoutMs);
    const breaker = new CircuitBreaker(connectTimeoutMs);
    const Client = connectionClass(breaker, queryTimeoutMs);
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs, Client } as pg.PoolConfig);
    this.breaker = breaker;
    this.connectTimeoutMs = connectTimeoutMs;
    this.isForPrisma = isForPrisma;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.connectWithRetry();
    // Prisma connects with a promise for each transaction; a query by itself uses the callback.
    if (!callback)
      return this.isForPrisma
        ? connected.then((client) => lendConnection(client) as pg.PoolClient)
        : connected;
    connected.then(
      // The callback is deferred, so that an error thrown by the callback is not mistaken for a connection error.
      (client) => process.nextTick(callback, undefined, client, releaseOnce(client)),
      (error: Error) => process.nextTick(callback, error, undefined, () => undefined),
    );
  }

  /** Retrying is safe: nothing is sent before a connection is open. */
  private async connectWithRetry(): Promise<pg.PoolClient> {
    for (const waiting = startWaiting(); ;) {
      if (this.breaker.isOpen) throw new Error("timeout exceeded when trying to connect");
      try {
        return await super.connect();
      } catch (error) {
        // This process itself was busy for half of that time.
        const wasBusy = waiting.remaining(this.connectTimeoutMs) > this.connectTimeoutMs / 2;
        if (isConnectTimeout(error) && wasBusy) continue;
        if (isTimeout(error)) this.breaker.recordTimeout();
        if (isFinal(error) || waiting.remaining(STARTUP_RETRY_MS) <= 0) throw error;
        await sleep(30);
      }
    }
  }
}

/**
 * Creates a pool of at most `max` connections for the database at `url`, whose queries fail after `timeoutMs` milliseconds. The client
 * enforces the timeout, because a stalled server cannot (threat 44). `isForPrisma`: each promised connection is for one transaction.
 */
export function createPool(
  url: string,
  { max = 20, timeoutMs = env.DATABASE_TIMEOUT_MS, isForPrisma = false } = {},
): pg.Pool {
  return new Pool({ connectionString: url, max, idleTimeoutMillis: 30_000 }, timeoutMs, isForPrisma);
}
