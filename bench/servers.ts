import { existsSync } from "node:fs";
import pg from "pg";
import { seed } from "../server/seed";
import { startDatabase, startServer, type Database } from "../tests/support/server";

/** A measured server. */
export interface Target {
  users: number;
  url: string;
  pid: number;
  database: Database;
}

/** The rate limits are designed for users; the benchmark is a single client with one address. */
const raisedLimits = {
  LIMIT_LOGIN_FAILURES: "100000",
  LIMIT_LOGIN_FAILURES_PER_IP: "100000",
  LIMIT_LOGINS_PER_HOUR: "1000000",
  LIMIT_UPLOADS_PER_HOUR: "100000",
};

/** The allocator used by deploy/ and the image, if installed (Debian: libjemalloc2). */
const jemalloc = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/libjemalloc.so.2`)
  .find((file) => existsSync(file));
export const allocator = jemalloc ? "jemalloc" : "the C library's allocator";
const allocatorEnv: Record<string, string> = jemalloc ? { LD_PRELOAD: jemalloc } : {};

const closers: (() => Promise<unknown>)[] = [];

/** Stops everything that was started, in reverse order. */
export async function stopAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
}

/** Creates a database with this number of seeded users. */
export async function createSeededDatabase(users: number): Promise<Database> {
  const database = await startDatabase({ seed: true });
  closers.push(() => database.stop());
  await seed({ ...database.env, NODE_ENV: "production" }, ["--demo", "--users", String(users)]);
  // Otherwise autovacuum and checkpoints would run during the measurement.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
  await client.end();
  return database;
}

/** Starts the production build on that database. */
export async function seedlineServer(database: Database, users: number): Promise<Target> {
  const server = await startServer({
    database,
    // Test servers validate each response; production servers do not.
    env: { ...raisedLimits, ...allocatorEnv, CHECK_ANSWERS: "false" },
  });
  closers.push(() => server.stop());
  return { users, url: `http://127.0.0.1:${server.port}`, pid: server.pid, database };
}
