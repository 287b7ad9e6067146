import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { PrismaClient, type Prisma } from "./generated/client";

/**
 * The one database client. Hashes are left out of every result unless a query asks for them by name (TRUST 22). Timeouts are the
 * client's own, because a stalled server cannot enforce its own (TRUST 44).
 */
function create() {
  const adapter = new PrismaPg({
    connectionString: env.DATABASE_URL,
    max: 20,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    idleTimeoutMillis: 30_000,
  });
  return new PrismaClient({
    adapter,
    omit: { user: { passwordHash: true, passwordContested: true } },
    transactionOptions: { maxWait: 3_000, timeout: 10_000 },
  });
}

type Client = ReturnType<typeof create>;
const holder = globalThis as { seedlineDb?: Client };

/** Created at first use, so that building the pages needs no database. */
export const db: Client = new Proxy({} as Client, {
  get: (_, name) => {
    const client = (holder.seedlineDb ??= create());
    const value: unknown = Reflect.get(client, name);
    return typeof value === "function" ? (value.bind(client) as unknown) : value;
  },
});

/** A transaction of `db`; commands pass it on so that a change, its audit row and its mail are one. */
export type Tx = Parameters<Parameters<Client["$transaction"]>[0]>[0];
export type { Prisma };

/** Locks a user's row until the transaction ends. Every change of somebody's verification goes through it, one at a time. */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  return rows.length === 1;
}
