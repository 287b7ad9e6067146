import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { isConflict } from "./errors";
import { createPool } from "./pool";
import { Prisma, PrismaClient } from "./generated/client";

/** The maximum duration of a transaction, which holds locks that others wait for. */
const TRANSACTION_TIMEOUT_MS = 10_000;

/** Creates a database client. Password and code hashes are omitted from results unless a query selects them explicitly (threat 22). */
export function createClient(url: string, { timeoutMs = env.DATABASE_TIMEOUT_MS } = {}) {
  const adapter = new PrismaPg(createPool(url, { timeoutMs, isForPrisma: true }), {
    disposeExternalPool: true,
  });
  return new PrismaClient({
    adapter,
    omit: { user: { passwordHash: true, passwordContested: true, searchText: true } },
    // A transaction that has not begun within `maxWait` fails, so that clients get a response within 3 s if the database stalls (threat
    // 44).
    transactionOptions: { maxWait: timeoutMs + 500, timeout: TRANSACTION_TIMEOUT_MS },
  });
}

export type Client = ReturnType<typeof createClient>;
/**
 * A client or transaction that replaces the primary's client. Set only by lib/db/replica.ts and lib/db/consistent.ts for reads, and by
 * `withinTransaction`.
 */
export const clientOverride = new AsyncLocalStorage<Client | Tx>();
const holder = globalThis as { seedlineDb?: Client };

/** The database client. It is created on first use, because `next build` runs without a database. */
export const db: Client = new Proxy({} as Client, {
  get: (_, name) => {
    const client = clientOverride.getStore() ?? (holder.seedlineDb ??= createClient(env.DATABASE_URL));
    const value: unknown = Reflect.get(client, name);
    return typeof value === "function" ? (value.bind(client) as unknown) : value;
  },
});

/** A transaction. Functions pass it on so that a change, its audit row and its email commit together. */
export type Tx = Parameters<Parameters<Client["$transaction"]>[0]>[0];
export { Prisma };

/** The number of attempts for a transaction that PostgreSQL aborts because of a conflict (threat 43). */
const TRIES = 3;

type Step = () => Promise<void>;
const finalSteps = new WeakMap<Tx, Step[]>();

/**
 * Adds a step that runs after all other work of a `transaction`, right before its commit. Use it for locks that many transactions wait for.
 */
export function beforeCommit(tx: Tx, step: Step): void {
  const steps = finalSteps.get(tx);
  if (!steps) throw new Error("This transaction was not started by transaction()");
  steps.push(step);
}

async function withFinalSteps<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const steps: Step[] = [];
  finalSteps.set(tx, steps);
  const result = await work(tx);
  for (const step of steps) await step();
  return result;
}

interface Joined {
  tx: Tx;
  /** The error of a failed inner transaction. */
  failure?: { error: unknown };
}
const joined = new AsyncLocalStorage<Joined>();

/**
 * Runs `work` so that `db` and each `transaction()` in it are part of `tx`: all statements share its connection and commit with it. If a
 * `transaction()` fails, this function fails too, even if `work` has caught the error: a part cannot be rolled back separately.
 */
export async function withinTransaction<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const state: Joined = { tx };
  const result = await clientOverride.run(tx, () => joined.run(state, work));
  if (state.failure) throw state.failure.error;
  return result;
}

async function joinTransaction<T>(state: Joined, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await work(state.tx);
  } catch (error) {
    state.failure ??= { error };
    throw error;
  }
}

/**
 * Runs a transaction and retries it after a deadlock or serialization failure. `work` must have no other side effects. Within
 * `withinTransaction`, it is part of that transaction. Use a longer timeout only for work that needs many queries in a single transaction,
 * such as an import.
 */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  { timeoutMs = TRANSACTION_TIMEOUT_MS } = {},
): Promise<T> {
  const outer = joined.getStore();
  if (outer) return joinTransaction(outer, work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction((tx) => withFinalSteps(tx, work), { timeout: timeoutMs });
    } catch (error) {
      if (attempt >= TRIES || !isConflict(error)) throw error;
    }
  }
}

/**
 * Locks user rows until the end of the transaction, in id order to prevent deadlocks. Every change to a user or their verification begins
 * with this lock. Rows that reference a user can still be inserted.
 */
export async function lockUsers(tx: Tx, ...userIds: string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ANY (${userIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
