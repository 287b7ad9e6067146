import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** How long a connection is waited for that is not answered (threat 44). */
const CONNECT_MS = 2_000;
/** How long PostgreSQL is asked again when it refuses a connection because it is just starting (threat 43). */
const START_MS = 2_500;
/** How long one statement is waited for. Kept by us, because a stalled server cannot keep its own timeout (threat 44). */
const QUERY_TIMEOUT_MS = 2_500;
/** Nobody had an answer for this long: it is the database that stands still, and not one statement that waits for a lock. */
const UNRESPONSIVE_AFTER_MS = 2_000;
/** For so long a database that stands still is not asked again; who asks meanwhile is told at once. */
const COOLDOWN_MS = 1_000;

/** What one pool has seen of its database. */
class CircuitBreaker {
  private answeredAt = Date.now();
  private cooldownUntil = 0;

  answered(): void {
    this.answeredAt = Date.now();
    this.cooldownUntil = 0;
  }

  recordTimeout(): void {
    const now = Date.now();
    if (now - this.answeredAt > UNRESPONSIVE_AFTER_MS) this.cooldownUntil = now + COOLDOWN_MS;
  }

  get stalled(): boolean {
    return Date.now() < this.cooldownUntil;
  }
}

type Callback = (error: Error | undefined, result: unknown) => void;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /read timeout|timeout exceeded|connection timeout/.test(error.message);

/** The server refuses who we are or what we ask for; it would say so again. */
const isFinal = (error: unknown): boolean => {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return isTimeout(error) || (typeof code === "string" && /^(28|3D|42)/.test(code));
};

/**
 * A connection that is thrown away as soon as an answer on it did not come in time. It may still be in a transaction that nobody
 * ends: whoever got it next would write into that transaction, be told that all is well, and lose everything.
 */
function connectionClass(pulse: CircuitBreaker): typeof pg.Client {
  class Connection extends pg.Client {
    private settle(error: unknown): void {
      if (!isTimeout(error)) return pulse.answered();
      pulse.recordTimeout();
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
    }

    // The overloads of `pg` are many; a call has a callback last, or answers a promise.
    override query(...args: unknown[]): never {
      const ask = (...given: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, this, given);
      const callback = args.at(-1);
      if (typeof callback === "function") {
        const settled: Callback = (error, result) => {
          this.settle(error);
          (callback as Callback)(error, result);
        };
        return ask(...args.slice(0, -1), settled) as never;
      }
      const answer = ask(...args);
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

type Got = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that is patient with a database that starts again, and not with one that stands still (threat 43, 44). */
class Pool extends pg.Pool {
  private readonly pulse: CircuitBreaker;

  constructor(config: pg.PoolConfig, pulse: CircuitBreaker) {
    super({ ...config, Client: connectionClass(pulse) } as pg.PoolConfig);
    this.pulse = pulse;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Got): void;
  override connect(callback?: Got): Promise<pg.PoolClient> | void {
    const reached = this.reach();
    if (!callback) return reached;
    reached.then(
      // Out of the promise, so that what the callback throws is not taken for a failure to connect.
      (client) => process.nextTick(callback, undefined, client, client.release.bind(client)),
      (error: Error) => process.nextTick(callback, error, undefined, () => undefined),
    );
  }

  /** Until a connection is there nothing was asked on it, so trying again is always right. */
  private async reach(): Promise<pg.PoolClient> {
    for (const until = Date.now() + START_MS; ;) {
      if (this.pulse.stalled) throw new Error("timeout exceeded when trying to connect");
      try {
        return await super.connect();
      } catch (error) {
        if (isTimeout(error)) this.pulse.recordTimeout();
        if (isFinal(error) || Date.now() > until) throw error;
        await sleep(30);
      }
    }
  }
}

/** A pool for the database at `url`. */
export function createPool(url: string): pg.Pool {
  const config: pg.PoolConfig = {
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
  };
  return new Pool(config, new CircuitBreaker());
}
