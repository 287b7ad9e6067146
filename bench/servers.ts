import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { childEnv, root, run } from "../server/process";
import { startDatabase, startServer, type Database } from "../tests/support/server";
import { freePort } from "../server/postgres";
import { seed } from "../server/seed";
import { send } from "./load";

/** A server that is measured. */
export interface Target {
  /** How the tables call it. */
  name: "seedline" | "fastify" | "floor";
  users: number;
  url: string;
  pid: number;
  databasePid: number;
}

/** Limits are there to be met by people; this is one program from one address. */
const generous = {
  LIMIT_LOGIN_FAILURES: "100000",
  LIMIT_LOGIN_FAILURES_PER_IP: "100000",
  LIMIT_UPLOADS_PER_HOUR: "100000",
};

/** What deploy/ and the image run with, where it is installed (Debian: libjemalloc2); all servers that are compared have the same. */
const jemalloc = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/libjemalloc.so.2`)
  .find((file) => existsSync(file));
export const allocator = jemalloc ? "jemalloc" : "the C library's allocator";
const memory: Record<string, string> = jemalloc ? { LD_PRELOAD: jemalloc } : {};

const closers: (() => Promise<unknown>)[] = [];

/** Ends everything that was started, the last first. */
export async function stopAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
}

/** A database with so many users, filled as the product writes them. */
export async function databaseOf(users: number): Promise<Database> {
  const database = await startDatabase({ seed: true });
  closers.push(() => database.stop());
  await seed({ ...database.env, NODE_ENV: "production" }, ["--users", String(users)]);
  // Otherwise PostgreSQL does it by itself in the middle of what is measured.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
  await client.end();
  return database;
}

/** The built product on that database. */
export async function product(database: Database, users: number): Promise<Target> {
  const server = await startServer({
    database,
    env: { ...generous, ...memory },
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

/** Another server on the same database, that listens on PORT. */
async function other(
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
    [...args, ...(name === "floor" ? ["-H", "127.0.0.1", "-p", String(port)] : [])],
    {
      cwd,
      env: childEnv({
        DATABASE_URL: database.url,
        PORT: String(port),
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        ...memory,
        ...env,
      }),
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  closers.push(() => (child.kill(), ended));
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return { name, users, url, pid: child.pid!, databasePid: database.postgresPid() };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
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

/** Fastify with plain `pg` (bench/baseline.ts). */
export const baseline = (database: Database, users: number): Promise<Target> =>
  other("fastify", database, users, [path.join(root, "bench/baseline.ts")]);

/** SQL by the address it answers. */
export type Statements = Record<string, { text: string; values: unknown[]; name?: string }[]>;

/** A bare Next route (bench/floor) that sends the same SQL. Built under .data, from where it finds the same Next. */
export async function floor(database: Database, users: number, statements: Statements): Promise<Target> {
  const dir = path.join(root, ".data/bench/floor");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  cpSync(path.join(root, "bench/floor"), dir, { recursive: true });
  const file = path.join(dir, "statements.json");
  writeFileSync(file, JSON.stringify(statements));
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const env = { STATEMENTS: file, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await run("node", [next, "build"], { cwd: dir, env, quiet: true, what: "The build of bench/floor" });
  return other("floor", database, users, [next, "start"], env, dir);
}
