// A complete Seedline for tests: PostgreSQL and secrets in a temporary folder, and any number of server processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setUpRoles } from "../../server/database-roles.ts";
import { applyMigrations } from "../../server/migrations.ts";
import { freePort, startPostgres } from "../../server/postgres.ts";
import { UserFacingError, childEnv, readText, root } from "../../server/process.ts";
import { ensureSecrets } from "../../server/secrets.ts";
import { seed as runSeed } from "../../server/seed.ts";

/** A migrated PostgreSQL with its DATA_DIR and secrets. */
export interface Database {
  /** The address for the superuser; servers and commands use the roles in `env`. */
  url: string;
  dataDir: string;
  /** All variables of the application. */
  env: Record<string, string>;
  /** The postmaster's process id, which changes after a crash. */
  postgresPid: () => number;
  /** Stops PostgreSQL and removes the folder. */
  stop: () => Promise<void>;
}

export interface Server {
  url: string;
  port: number;
  pid: number;
  /** Files with its output. */
  files: { stdout: string; stderr: string };
  /** Returns how the process ended. SIGTERM drains it, SIGKILL is a crash. */
  stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Returns every variable of the application as empty, so that neither a developer's shell nor a .env file affects the tests. */
function emptyEnv(): Record<string, string> {
  const names = readText(path.join(root, ".env.example")).matchAll(/^([A-Z][A-Z0-9_]*)=/gm);
  return Object.fromEntries(
    [...names].flatMap(([, name]) => (name && name !== "NODE_ENV" ? [[name, ""]] : [])),
  );
}

/** Generates random secrets, even if the developer's shell has real keys. */
function generateSecrets(dir: string) {
  const original = { ...process.env };
  Object.assign(process.env, emptyEnv());
  try {
    return ensureSecrets(dir);
  } finally {
    for (const name of Object.keys(emptyEnv())) {
      if (original[name] === undefined) delete process.env[name];
      else process.env[name] = original[name];
    }
  }
}

export interface DatabaseOptions {
  dataDir?: string;
  seed?: boolean;
  /** Whether PostgreSQL survives a crash; tests otherwise trade this for speed. */
  durable?: boolean;
  /** Starts another PostgreSQL than the embedded one. */
  start?: typeof startPostgres;
  /** Creates the tables; by default those of this version. */
  migrate?: (env: Record<string, string>) => Promise<unknown>;
}

/** Creates the folder of an installation, its secrets, and the variables that all tests share. */
export function prepareInstallation(dir: string) {
  fs.mkdirSync(dir, { recursive: true });
  // The user postgres must be able to enter it.
  fs.chmodSync(dir, 0o711);
  const { env: secrets, ...passwords } = generateSecrets(dir);
  const env: Record<string, string> = {
    ...emptyEnv(),
    ...secrets,
    DATA_DIR: dir,
    DEMO: "true",
    CHECK_ANSWERS: "true",
    ARCHIVE_DELAY_HOURS: "0",
    // All tests log in as the same administrators.
    LIMIT_LOGINS_PER_HOUR: "10000",
    // The tests make fifty parallel submissions of three documents.
    LIMIT_UPLOADS_PER_HOUR: "150",
    LIMIT_MONEY_ACTS_PER_HOUR: "150",
    // Tests, servers and browsers share few processors. The effects of a slow database are tested separately.
    DATABASE_TIMEOUT_MS: "20000",
    // Receivers of webhooks in tests.
    WEBHOOK_ALLOWED_ADDRESSES: "127.0.0.1",
    LOG_LEVEL: "warn",
  };
  return { env, ...passwords };
}

/** Starts a migrated database, seeded on request. */
export async function startDatabase({
  dataDir,
  seed = false,
  durable = false,
  start = startPostgres,
  migrate = ({ DATABASE_MIGRATION_URL = "" }) => applyMigrations(DATABASE_MIGRATION_URL),
}: DatabaseOptions = {}): Promise<Database> {
  const dir = dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), "seedline-test-"));
  const { env: installation, postgresPassword, rolePasswords } = prepareInstallation(dir);
  const postgres = await start({ dataDir: dir, password: postgresPassword, throwaway: !durable });
  const stop = async () => {
    await postgres.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
  const roles = await setUpRoles(postgres.url, rolePasswords);
  const env = { ...installation, DATABASE_URL: roles.app, DATABASE_MIGRATION_URL: roles.migration };
  try {
    await migrate(env);
    // The seed runs as superuser, because it updates the planner's statistics.
    if (seed)
      await runSeed({ ...env, DATABASE_URL: postgres.url, NODE_ENV: "production" }, ["--demo"], {
        quiet: true,
      });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, dataDir: dir, env, postgresPid: postgres.pid, stop };
}

let count = 0;

let afterStop = (_server: { files: Server["files"] }): void => {};
/** Calls `check` with each server stopped by this process. */
export function onServerStop(check: typeof afterStop): void {
  afterStop = check;
}

interface ServerOptions {
  database: Pick<Database, "dataDir" | "env">;
  /** Variables that override those of the database. APP_URL is the server's own address unless given. */
  env?: Record<string, string>;
  port?: number;
  /** The folder of another built tree. */
  dir?: string;
}

/** Starts one server process (server/main.ts) and waits until it responds. */
export async function startServer({ database, env = {}, port, dir = root }: ServerOptions): Promise<Server> {
  port ??= await freePort();
  const url = `http://localhost:${port}`;
  const name = path.join(database.dataDir, `server-${process.pid}-${(count += 1)}`);
  const files = { stdout: `${name}.out`, stderr: `${name}.err` };
  const [stdout, stderr] = [fs.openSync(files.stdout, "a"), fs.openSync(files.stderr, "a")];
  const child = spawn("node", [path.join(dir, "server/main.ts")], {
    cwd: dir,
    env: childEnv({
      ...database.env,
      NODE_ENV: "production",
      PORT: String(port),
      APP_URL: url,
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
    }),
    // The IPC channel is open, so that the server also notices and stops when this process is killed without a signal.
    stdio: ["ignore", stdout, stderr, "ipc"],
  });
  for (const fd of [stdout, stderr]) fs.closeSync(fd);
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  // The app itself is requested, because the port also responds while the server merely checks whether it is free.
  const isUp = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const end = Date.now() + 60_000; !(await isUp()); await sleep(50)) {
    if (!hasEnded() && Date.now() < end) continue;
    child.kill("SIGKILL");
    throw new UserFacingError(
      `The server did not start:\n${readText(files.stderr)}${readText(files.stdout)}`,
    );
  }
  return {
    url,
    port,
    pid: child.pid!,
    files,
    async stop(signal = "SIGTERM") {
      if (!hasEnded()) child.kill(signal);
      const [code, endSignal] = await exited;
      afterStop({ files });
      return { code, signal: endSignal };
    },
  };
}
