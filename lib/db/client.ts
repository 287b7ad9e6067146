import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { isConflict } from "./errors";
import { createPool } from "./pool";
import { createStatementNamer } from "./prepared-statements";
import { Prisma, PrismaClient } from "./generated/client";

/**
 * A client of the database at `url`. Hashes are left out of every result unless a query asks for them by name (threat 22).
 */
export function createClient(url: string) {
  const adapter = new PrismaPg(createPool(url), {
    disposeExternalPool: true,
    ...(env.PREPARED_STATEMENTS ? { statementNameGenerator: createStatementNamer() } : {}),
  });
  return new PrismaClient({
    adapter,
    omit: { user: { passwordHash: true, passwordContested: true, searchText: true } },
    transactionOptions: { maxWait: 3_000, timeout: 10_000 },
  });
}

export type Client = ReturnType<typeof createClient>;
/** Work whose reads go to another client than the primary's; `fromReplica` in replica.ts is the one way in. */
export const clientOverride = new AsyncLocalStorage<Client>();
const holder = globalThis as { seedlineDb?: Client };

/** The one database client. Created at first use, so that building the pages needs no database. */
export const db: Client = new Proxy({} as Client, {
  get: (_, name) => {
    const client = clientOverride.getStore() ?? (holder.seedlineDb ??= createClient(env.DATABASE_URL));
    const value: unknown = Reflect.get(client, name);
    return typeof value === "function" ? (value.bind(client) as unknown) : value;
  },
});

/** A transaction of `db`; commands pass it on so that a change, its audit row and its mail are one. */
export type Tx = Parameters<Parameters<Client["$transaction"]>[0]>[0];
export { Prisma };

/** How often a transaction is tried that the database ended for the sake of another (threat 43). */
const TRIES = 3;

/** Runs a transaction, and runs it again when it lost a deadlock or a serialisation conflict. `work` must have no other effects. */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work);
    } catch (error) {
      if (attempt >= TRIES || !isConflict(error)) throw error;
    }
  }
}

/**
 * Locks users' rows until the transaction ends, always in the order of their ids, so that two transactions never wait for each
 * other. Every change of a user or of their verification begins with it. Rows that refer to a user can be added meanwhile.
 */
export async function lockUsers(tx: Tx, ...userIds: string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ANY (${userIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
