// `npm run quickstart` starts Seedline with demo data, reachable only from this machine (HOST). `npm run dev` does the same with Next.js's
// development server. With `--demo`, the database in DATABASE_URL is filled if it is empty; otherwise it is never touched (threat 56).
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { build, generateClient, isBuilt } from "../build.ts";
import { makeWritable, takeLock } from "../data-dir-lock.ts";
import { setUpRoles } from "../database-roles.ts";
import { demoAccounts, requireEmptyDatabase } from "../demo-accounts.ts";
import { requirePort } from "../http-server.ts";
import { startServer, type RunningServer } from "../main.ts";
import { applyMigrations } from "../migrations.ts";
import { isOwnHost } from "../own-hosts.ts";
import { requireDatabase, startPostgres, type PostgresServer } from "../postgres.ts";
import {
  UserFacingError,
  childEnv,
  dataDir,
  endChildren,
  loadDotEnv,
  projectBin,
  root,
  runCommand,
  stopOnSignal,
} from "../process.ts";
import { ensureSecrets } from "../secrets.ts";
import { seed } from "../seed.ts";

const isDev = process.argv.includes("--dev");
const fillsGivenDatabase = process.argv.includes("--demo");
const began = performance.now();

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

/** Runs one step and prints how long it took. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  console.log(`  ${seconds(from).padStart(5)} s  ${name}`);
  return result;
}

let database: Promise<PostgresServer> | undefined;
let server: RunningServer | undefined;
let devServer: ChildProcess | undefined;
let release = (): void => {};
let stopping: Promise<void> | undefined;

/** Ends the requests first, then the database they need, then the lock. */
const stop = () =>
  (stopping ??= (async () => {
    if (server || devServer) console.log("\nStopping: finishing open requests ...");
    endChildren();
    await endDevServer();
    await server?.drain();
    await (await database?.catch(() => null))?.stop();
    release();
  })());

/** Ends `next dev`, which has child processes, and waits for it. */
async function endDevServer(): Promise<void> {
  const child = devServer;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  await once(child, "exit");
}

async function startDevServer(port: string): Promise<void> {
  devServer = spawn(projectBin("next"), ["dev", "-p", port, "-H", process.env.HOST!], {
    cwd: root,
    env: childEnv(),
    stdio: "inherit",
  });
  devServer.once("exit", (code) => void stop().then(() => process.exit(code ?? 0)));
}

const isOwn = (host: string | undefined) => isOwnHost(host, process.env.APP_URL!);

async function prepare(port: string): Promise<void> {
  // The demo has public passwords and an open outbox, so other machines cannot reach it unless HOST allows it.
  process.env.HOST ||= "127.0.0.1";
  await requirePort(Number(port), process.env.HOST);
  const folder = dataDir();
  const { env: secrets, postgresPassword, rolePasswords } = ensureSecrets(folder);
  Object.assign(process.env, secrets, {
    PORT: port,
    DATA_DIR: folder,
    APP_URL: process.env.APP_URL || `http://localhost:${port}`,
    NODE_ENV: isDev ? "development" : "production",
    DEMO: "true",
    // Demo users do not wait a day for an archive.
    ARCHIVE_DELAY_HOURS: "0",
    // The sandbox has test numbers (docs/operations/identity-checks.md).
    IDENTITY_PROVIDER: process.env.IDENTITY_PROVIDER || "sandbox",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  let ownerUrl = process.env.DATABASE_MIGRATION_URL || process.env.DATABASE_URL;
  const startDatabase = async () => {
    if (process.env.DATABASE_URL) {
      await requireDatabase(process.env.DATABASE_URL);
      return requireEmptyDatabase(process.env.DATABASE_URL);
    }
    database = startPostgres({ dataDir: folder, password: postgresPassword });
    const { app, migration } = await setUpRoles((await database).url, rolePasswords);
    process.env.DATABASE_URL = app;
    ownerUrl = migration;
  };
  await Promise.all([step("database", startDatabase), generateClient()]);
  const fillDatabase = async () => {
    await step("migrations", () => applyMigrations(ownerUrl!));
    await step("demo data", () => seed({}, ["--demo"], { quiet: true }));
  };
  const buildApp = async () => {
    if (isDev || isBuilt()) return;
    console.log("           building the app, this takes a while the first time ...");
    await step("build", () => build());
  };
  await Promise.all([fillDatabase(), buildApp()]);
}

await runCommand(async () => {
  process.chdir(root);
  loadDotEnv();
  const port = process.env.PORT || "3000";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535 || Number(port) < 1)
    throw new UserFacingError("PORT must be a number from 1 to 65535.");
  if (process.env.DATABASE_URL && !fillsGivenDatabase)
    throw new UserFacingError(
      "DATABASE_URL is set (perhaps in .env), and quickstart adds accounts with a public password. Remove it to use the demo's own database, start the product with npm start, or add `-- --demo` if that database is empty and only for a demo.",
    );
  const folder = dataDir();
  makeWritable(folder);
  const lock = await takeLock(folder, "quickstart");
  if (!lock.taken) {
    throw new UserFacingError(
      `Another Seedline (process ${lock.pid}) is using ${folder}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  release = lock.release;
  // A second Ctrl-C does not wait. PostgreSQL receives a stop signal and recovers automatically if it is killed.
  stopOnSignal(stop, () => {
    release();
    void database?.then((item) => process.kill(item.pid(), "SIGINT")).catch(() => {});
  });

  try {
    console.log(isDev ? "Seedline, development server" : "Seedline quickstart");
    await prepare(port);
    if (isDev) await startDevServer(port);
    else server = await step("server", () => startServer({ isOwnHost: isOwn }));
    if (!stopping) printBanner(process.env.APP_URL!);
  } catch (error) {
    // Steps interrupted by a signal are not failures.
    if (stopping) return;
    await stop();
    throw error;
  }
});

function printBanner(url: string): void {
  console.log(`
Seedline is ready after ${seconds(began)} s: ${url}

  Demo accounts, all with the password Demo-Passw0rd1
${demoAccounts.map(([email, what]) => `    ${email.padEnd(30)}${what}`).join("\n")}

  Mails the product sends: ${url}/dev/outbox
  Stop with Ctrl-C.
`);
}
