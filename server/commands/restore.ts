// `npm run restore -- --from FILE [--replace]` restores a backup while no server is running. The whole file is verified before anything is
// changed. A non-empty database or uploads folder is replaced only with --replace. `--check` only verifies the file
// (docs/operations/backup.md).
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type pg from "pg";
import { decodeKey32 } from "../../lib/env.ts";
import { readBackupFile, type Manifest } from "../backup-file.ts";
import { withDatabase } from "../command-database.ts";
import { applyMigrations } from "../migrations.ts";
import { withClient } from "../postgres.ts";
import { UserFacingError, dataDir, loadDotEnv, runCommand } from "../process.ts";
import { endAccess, recordRestore, signRestoredHead } from "../restored.ts";
import { commandSecrets, requireSecret } from "../secrets.ts";
import { copyRowsIn, readColumns, withoutForeignKeys } from "../tables.ts";
import { requireKeys, verifyBackup } from "../verify-backup.ts";

const uploadsFolder = () => path.join(dataDir(), "uploads");

/** Throws if other connections use the database, or if the database or the uploads folder is not empty and must not be replaced. */
async function requireReplaceable(client: pg.Client, mayReplace: boolean): Promise<void> {
  const isShared = async () => {
    const { rowCount } = await client.query(
      // The type of other roles' connections is hidden; only those of clients have a role.
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null`,
    );
    return Boolean(rowCount);
  };
  // A server that has just stopped may hold its connections a little longer.
  for (const end = Date.now() + 3_000; await isShared(); await sleep(50)) {
    if (Date.now() > end)
      throw new UserFacingError("The database has open connections. Stop every server first.");
  }
  if (mayReplace) return;
  const requireEmpty = (isEmpty: boolean, what: string) => {
    if (!isEmpty) throw new UserFacingError(`${what}. Nothing was changed; --replace replaces all of it.`);
  };
  for (const table of Object.keys(await readColumns(client))) {
    // A migration fills the table of holidays.
    if (table === "holidays") continue;
    const { rowCount } = await client.query(`select 1 from "${table}" limit 1`);
    requireEmpty(!rowCount, `The database is not empty (${table} has rows)`);
  }
  const isEmpty = !fs.existsSync(uploadsFolder()) || fs.readdirSync(uploadsFolder()).length === 0;
  requireEmpty(isEmpty, `${uploadsFolder()} is not empty`);
}

/** Replaces the database and the files. Files are written beside the old ones and renamed once the rows are committed. */
async function replaceAll(
  url: string,
  client: pg.Client,
  file: string,
  key: Buffer,
  manifest: Manifest,
): Promise<void> {
  const draft = path.join(dataDir(), "restoring");
  fs.rmSync(draft, { recursive: true, force: true });
  try {
    await client.query(
      `drop schema public cascade; create schema public; grant usage on schema public to public;
       drop schema if exists graphile_worker cascade`,
    );
    // These are the tables at the time of the backup. Later migrations run, and guards are installed, after the rows are loaded.
    await applyMigrations(url, { only: manifest.migrations });
    await client.query("begin");
    await withoutForeignKeys(client, async () => {
      // The backup's rows replace rows inserted by migrations.
      await client.query(
        `truncate ${Object.keys(await readColumns(client))
          .map((name) => `"${name}"`)
          .join()}`,
      );
      for await (const { name, body } of readBackupFile(file, key)) {
        const [folder, table = ""] = name.split("/");
        if (folder === "database") await copyRowsIn(client, table, manifest.columns[table] ?? [], body);
        if (folder === "uploads") writeDurably(path.join(draft, name), body);
      }
      await endAccess(client);
    });
    await client.query("commit");
    fs.rmSync(uploadsFolder(), { recursive: true, force: true });
    if (fs.existsSync(path.join(draft, "uploads")))
      fs.renameSync(path.join(draft, "uploads"), uploadsFolder());
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  await applyMigrations(url);
  await recordRestore(client);
  // A backup contains no jobs. The first server adds the jobs for the rows (lib/jobs/resume.ts).
  await client.query("select graphile_worker.add_job('resume')");
  await client.query("analyze");
}

function writeDurably(file: string, bytes: Uint8Array): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, bytes, { mode: 0o600, flush: true });
}

await runCommand(async () => {
  loadDotEnv();
  const { values } = parseArgs({
    options: {
      from: { type: "string" },
      replace: { type: "boolean", default: false },
      check: { type: "boolean" },
    },
  });
  const file = values.from;
  if (!file) throw new UserFacingError("Say which one: npm run restore -- --from FILE");
  const key = decodeKey32(requireSecret(dataDir(), "BACKUP_KEY"));
  const { manifest, rows, files } = await verifyBackup(file, key).catch((error: unknown) => {
    throw error instanceof UserFacingError
      ? new UserFacingError(`${error.message} Nothing was changed.`)
      : error;
  });
  const counts = `as of ${manifest.at}. Rows: ${rows}, files: ${files}.`;
  if (values.check) return console.log(`${file} is whole, ${counts}`);
  const secrets = commandSecrets(dataDir());
  requireKeys(manifest, secrets);
  const restoreTo = (url: string) =>
    withClient(url, async (client) => {
      await requireReplaceable(client, values.replace);
      await replaceAll(url, client, file, key, manifest);
      console.log(`Restored ${file}, ${counts}`);
      return signRestoredHead(client, dataDir(), secrets.AUDIT_SIGNING_KEY);
    });
  console.log(await withDatabase("restore", restoreTo, { asOwner: true }));
});
