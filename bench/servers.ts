import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { childEnv, root, run } from "../server/process";
import { startDatabase, startServer, type Database } from "../tests/support/server";
import { freePort } from "../server/postgres";
import { seed } from "../server/seed";
import { send } from "./load";

/** A measured server. */
export interface Target {
  /** The name in the tables. */
  name: "seedline" | "fastify" | "bare-next";
  users: number;
  url: string;
  pid: number;
  databasePid: number;
}

/** The rate limits are meant for users; the benchmark is one client with one address. */
const raisedLimits = {
  LIMIT_LOGIN_FAILURES: "100000",
  LIMIT_LOGIN_FAILURES_PER_IP: "100000",
  LIMIT_LOGINS_PER_HOUR: "1000000",
  LIMIT_UPLOADS_PER_HOUR: "100000",
};

/** The allocator of deploy/ and the image, if installed (Debian: libjemalloc2). All compared servers use the same one. */
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

/** A database with this number of seeded users. */
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

/** The production build on that database. */
export async function seedlineServer(database: Database, users: number): Promise<Target> {
  const server = await startServer({
    database,
    // Test servers validate each response; production servers do not.
    env: { ...raisedLimits, ...allocatorEnv, CHECK_ANSWERS: "false" },
  });
  closers.push(() => server.stop());
  return {
    name: "seedline",
    users,
    url: `http://127.0.0.1:${server.port}`,
    pid: server.pid,
    databasePid: database.postgresPid(),
  };
}

/** Starts another server on the same database. It must listen on PORT. */
async function startProcess(
  name: Target["name"],
  database: Database,
  users: number,
  args: string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<Target> {
  const port = await freePort();
  const child = spawn(
    "node",
    [...args, ...(name === "bare-next" ? ["-H", "127.0.0.1", "-p", String(port)] : [])],
    {
      cwd,
      env: childEnv({
        DATABASE_URL: database.url,
        PORT: String(port),
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        ...allocatorEnv,
        ...env,
      }),
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  closers.push(() => (child.kill(), ended));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return { name, users, url, pid: child.pid!, databasePid: database.postgresPid() };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (child.exitCode !== null) break;
    const up = await send(url, { path: "/api/health" }).then(
      () => true,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`A server of the comparison did not start: ${child.spawnargs.join(" ")}`);
}

/** The baseline (bench/baseline.ts). */
export const fastifyServer = (database: Database, users: number): Promise<Target> =>
  startProcess("fastify", database, users, [path.join(root, "bench/baseline.ts")]);

/** SQL statements by URL. */
export type Statements = Record<string, { text: string; values: unknown[] }[]>;

/** A bare Next.js route (bench/bare-next) that sends the same SQL. Built under .data, where it resolves the same version of Next. */
export async function bareNextServer(
  database: Database,
  users: number,
  statements: Statements,
): Promise<Target> {
  const dir = path.join(root, ".data/bench/bare-next");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  cpSync(path.join(root, "bench/bare-next"), dir, { recursive: true });
  const file = path.join(dir, "statements.json");
  writeFileSync(file, JSON.stringify(statements));
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const env = { STATEMENTS: file, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await run("node", [next, "build"], { cwd: dir, env, quiet: true, what: "The build of bench/bare-next" });
  return startProcess("bare-next", database, users, [next, "start"], env, dir);
}
