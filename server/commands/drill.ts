// `npm run drill` restores the database with pgBackRest into a new folder, beside the live database, and verifies it.
//   --at TIME        restore to this moment, such as "2026-11-27 21:15:00+01" (default: the end of the archive)
//   --to FOLDER      the new folder (default: below the folder for temporary files)
//   --files          also verify the documents
//   --heads FILE     signed heads from elsewhere (default: DATA_DIR/audit/heads.jsonl)
//   --keep           keep the folder, which can then become the primary (docs/operations/backup.md)
// It needs the variables of the servers and those of pgBackRest, and prints one line with the time of each step. The exit code is 1 if
// anything is wrong.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { withClient } from "../postgres.ts";
import {
  UserFacingError,
  appFlags,
  endChildrenOnSignal,
  errorCode,
  loadDotEnv,
  readText,
  root,
  run,
  runCommand,
} from "../process.ts";
import { endAccess, recordRestore } from "../restored.ts";
import { createPostgresFolder, postgresProgram, runAsPostgres } from "../system-postgres.ts";

/** pgBackRest finds the backup before a moment only if it is written like this; without a time zone it would depend on the machine. */
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:?\d\d)?$/;
/** The SQLSTATE of a PostgreSQL that is still recovering. */
const CANNOT_CONNECT_NOW = "57P03";

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Runs a step, and prints its output and its time in one line. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const output = await work();
  console.log([`${name}:`, ...output.trim().split("\n"), seconds(start)].filter(Boolean).join(" "));
}

/** The settings of a PostgreSQL that is reached only through a socket in `work`, and sends no WAL until it has another archive command. */
const settings = (work: string) => `listen_addresses = ''
unix_socket_directories = '${work}'
hba_file = '${work}/hba'
hot_standby = off
archive_mode = on
shared_buffers = 256MB
max_wal_size = 4GB
`;

/** The data folder's own settings could say otherwise. */
const OVERRIDES = "-c archive_command= -c archive_library= -c shared_preload_libraries=";

/** Returns the address of the restored database for the user of `url`. */
function addressIn(work: string, url: string): string {
  const { username, pathname } = new URL(url);
  return `postgresql://${username}@localhost:5432${pathname}?host=${encodeURIComponent(work)}`;
}

/**
 * Waits for the end of the recovery, for as long as PostgreSQL runs, then ends the sessions and holds payouts. Returns the time of the last
 * transaction restored; null if there was none after the backup. Throws if PostgreSQL has ended.
 */
async function finishRecovery(url: string): Promise<string | null> {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => (isInterrupted = true));
  for (;;) {
    if (isInterrupted) throw new UserFacingError("Interrupted.");
    try {
      return await withClient(url, async (client) => {
        const { rows } = await client.query<{ at: Date | null }>(
          "select pg_last_xact_replay_timestamp() as at",
        );
        await endAccess(client);
        await recordRestore(client);
        return rows[0]?.at?.toISOString() ?? null;
      });
    } catch (error) {
      if (errorCode(error) !== CANNOT_CONNECT_NOW) throw error;
      await sleep(200);
    }
  }
}

/** Removes what pgBackRest has added for the recovery: a later standby would stop at the same moment. */
function removeRecoverySettings(folder: string): void {
  const file = path.join(folder, "postgresql.auto.conf");
  const lines = readText(file).split("\n");
  const { O_WRONLY, O_TRUNC, O_NOFOLLOW } = fs.constants;
  const rest = lines.filter((line) => !/^(recovery_target|restore_command)/.test(line));
  const fd = fs.openSync(file, O_WRONLY | O_TRUNC | O_NOFOLLOW);
  fs.writeFileSync(fd, rest.join("\n"));
  fs.closeSync(fd);
}

interface Options {
  at: string | undefined;
  folder: string;
  /** A private folder for socket, settings and log. */
  work: string;
  /** The DATABASE_URL of the servers. */
  liveUrl: string;
  verifiers: { name: string; args: (moment: string | null) => string[] }[];
}

/** Restores, starts and verifies. Stops PostgreSQL at the end. Returns the number of failed verifications. */
async function restoreAndVerify({ at, folder, work, liveUrl, verifiers }: Options): Promise<number> {
  await step("Restore", () => {
    const target = at ? ["--type=time", `--target=${at}`, "--target-action=promote"] : [];
    const args = ["--stanza=seedline", `--pg1-path=${folder}`, "--no-delta", ...target, "restore"];
    return runAsPostgres("pgbackrest", args);
  });
  const control = postgresProgram(readText(path.join(folder, "PG_VERSION")).trim(), "pg_ctl");
  const log = path.join(work, "log");
  // Before its recovery, PostgreSQL flushes each file to disk.
  const wait = ["-D", folder, "-w", "-t", "86400"];
  // The folder is that of another account, which must not make us write elsewhere.
  const isNew = { flag: "wx" };
  fs.writeFileSync(path.join(work, "postgresql.conf"), settings(work), isNew);
  fs.writeFileSync(path.join(work, "hba"), "local all all trust\n", isNew);
  const stop = () => runAsPostgres(control, ["stop", "-m", "fast", ...wait]);
  const url = addressIn(work, liveUrl);
  const start = ["start", ...wait, "-l", log, "-o", `-c config_file=${work}/postgresql.conf ${OVERRIDES}`];
  let moment: string | null = null;
  try {
    await step("Recovery", async () => {
      // The WAL that the live PostgreSQL fetches ahead is elsewhere.
      await runAsPostgres(control, start, { PGBACKREST_SPOOL_PATH: work });
      moment = await finishRecovery(url);
      return `Last transaction ${moment ?? "before the backup"},`;
    });
  } catch (error) {
    await stop().catch(() => undefined);
    const reasons = readText(log).match(/(?:FATAL|ERROR|HINT): .*/g) ?? [];
    throw new UserFacingError(
      ["PostgreSQL did not recover.", ...reasons.slice(-5), String(error)].join("\n"),
    );
  }
  try {
    // The program must not use any other database.
    const others = { DATABASE_REPLICA_URL: "", DATABASE_DIRECT_URL: "", DATABASE_MIGRATION_URL: "" };
    // Nothing is cached yet.
    const env = { ...others, DATABASE_URL: url, DATABASE_TIMEOUT_MS: "60000" };
    let failures = 0;
    for (const { name, args } of verifiers) {
      const verify = () => run(process.execPath, args(moment), { quiet: true, env, what: name });
      await step(name, verify).catch((error: unknown) => {
        failures += 1;
        console.error(error instanceof Error ? error.message : error);
      });
    }
    return failures;
  } finally {
    await stop();
    removeRecoverySettings(folder);
  }
}

const commandPath = (name: string) => path.join(root, "server/commands", `${name}.ts`);

await runCommand(async () => {
  loadDotEnv();
  endChildrenOnSignal();
  const { values } = parseArgs({
    options: {
      at: { type: "string" },
      to: { type: "string" },
      files: { type: "boolean" },
      heads: { type: "string" },
      keep: { type: "boolean" },
    },
  });
  const liveUrl = process.env.DATABASE_URL;
  if (!liveUrl)
    throw new UserFacingError("DATABASE_URL is needed, for the names of the database and its user.");
  if (values.at && !MOMENT.test(values.at))
    throw new UserFacingError('--at needs a time with its zone, such as "2026-11-27 21:15:00+01".');
  if (values.keep && !values.to) throw new UserFacingError("--keep needs --to FOLDER.");
  const begin = performance.now();
  // Short, because the path of a socket may have 107 bytes.
  const work = path.join(os.tmpdir(), `seedline-drill-${process.pid}`);
  const folder = path.resolve(values.to ?? path.join(work, "database"));
  const heads = values.heads ? ["--heads", path.resolve(values.heads)] : [];
  const verifiers: Options["verifiers"] = [
    {
      name: "Audit log",
      args: (moment) => [commandPath("verify-audit"), ...heads, ...(moment ? ["--until", moment] : [])],
    },
    { name: "Ledger", args: () => [...appFlags, commandPath("verify-ledger")] },
  ];
  if (values.files) verifiers.push({ name: "Files", args: () => [...appFlags, commandPath("verify-files")] });
  // Both are new, so they may be removed.
  createPostgresFolder(work);
  try {
    createPostgresFolder(folder);
  } catch (error) {
    fs.rmSync(work, { recursive: true });
    throw error;
  }
  let isKept = false;
  try {
    const failures = await restoreAndVerify({ at: values.at, folder, work, liveUrl, verifiers });
    console.log(`Total: ${seconds(begin)}`);
    isKept = Boolean(values.keep);
    if (failures > 0) throw new UserFacingError(`Verifications failed: ${failures}.`);
    if (isKept) console.log(`${folder} is ready to become the primary, with payouts held.`);
  } finally {
    if (!isKept) fs.rmSync(folder, { recursive: true, force: true });
    fs.rmSync(work, { recursive: true, force: true });
  }
});
