// `npm run restore -- --from FILE [--replace]`: puts back what `npm run backup` wrote, when no server runs. The whole file is proved
// before anything is changed; a database or a folder of files that is not empty is only replaced when --replace says so.
// `--check` proves the file and changes nothing. docs/operations/backup.md
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stop, dataDir, loadDotEnv, main, sleep } from "./lib/common.mjs";
import { continueOnProjectNode } from "./lib/install.mjs";

await main(async () => {
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  loadDotEnv();
  const { values } = parseArgs({
    options: { from: { type: "string" }, replace: { type: "boolean" }, check: { type: "boolean" } },
  });
  if (!values.from) throw new Stop("Say which one: npm run restore -- --from FILE");
  const { decodeKey32 } = await import("../lib/env.ts");
  const { commandSecrets, requireSecret } = await import("./lib/secrets.mjs");
  const { prove, requireKeys } = await import("./lib/prove-backup.mjs");
  const key = decodeKey32(await requireSecret(dataDir(), "BACKUP_KEY"));
  const { manifest, rows, files } = await prove(values.from, key).catch((error) => {
    throw error instanceof Stop ? new Stop(`${error.message} Nothing was changed.`) : error;
  });
  if (values.check) {
    return console.log(`${values.from} is whole, as of ${manifest.at}. Rows: ${rows}, files: ${files}.`);
  }
  const secrets = commandSecrets(dataDir());
  requireKeys(manifest, secrets);
  const { withDatabase } = await import("./lib/database.mjs");
  const notes = await withDatabase("restore", async (url) => {
    await requireRoom(url, values.replace);
    return restore(url, values.from, key, manifest, secrets);
  });
  console.log(`Restored ${values.from}, as of ${manifest.at}. Rows: ${rows}, files: ${files}.`);
  for (const note of notes) console.log(note);
  // The schema engine leaves a timer of ten seconds behind; nobody should wait for it.
  process.exit(0);
});

function uploads() {
  return path.join(dataDir(), "uploads");
}

/** Throws unless nobody works on the database, and it and the folder of files are empty or may be replaced. */
async function requireRoom(url, replace) {
  const { default: pg } = await import("pg");
  const { tableNames } = await import("./lib/tables.mjs");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // A server that has just ended may still hold its connections for a moment.
    for (const end = Date.now() + 3_000; await isShared(client); await sleep(50)) {
      if (Date.now() > end) throw new Stop("Somebody is connected to the database. Stop every server first.");
    }
    if (replace) return;
    for (const table of await tableNames(client)) {
      const { rowCount } = await client.query(`select 1 from "${table}" limit 1`);
      if (rowCount) {
        throw new Stop(`The database is not empty (${table} has rows). Nothing was changed; --replace replaces all of it.`); // prettier-ignore
      }
    }
    if (fs.existsSync(uploads()) && fs.readdirSync(uploads()).length > 0) {
      throw new Stop(`${uploads()} is not empty. Nothing was changed; --replace replaces all of it.`);
    }
  } finally {
    await client.end();
  }
}

async function isShared(client) {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  );
  return rowCount > 0;
}

/** Replaces the database and the files. Answers what the operator should know. */
async function restore(url, file, key, manifest, secrets) {
  const { default: pg } = await import("pg");
  const { readArchive } = await import("./lib/archive.mjs");
  const { loadRows, tableNames, withoutGuards } = await import("./lib/tables.mjs");
  const { uploadPath } = await import("../lib/files/disk.ts");
  const { deploy } = await import("./migrate.mjs");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const draft = path.join(dataDir(), "restoring");
  fs.rmSync(draft, { recursive: true, force: true });
  try {
    await client.query(
      "drop schema public cascade; create schema public; grant usage on schema public to public",
    );
    // The tables as they were then; rows first, later migrations after.
    await deploy(url, manifest.migrations);
    await client.query("begin");
    await withoutGuards(client, async () => {
      // What a migration puts into its tables comes from the backup instead.
      for (const table of await tableNames(client)) await client.query(`delete from "${table}"`);
      for await (const { header, body } of readArchive(file, key)) {
        if (header.table) await loadRows(client, header.table, body.toString());
        if (header.file) writeDurably(uploadPath(draft, header.file), body);
      }
      await client.query(
        "update sessions set ended_at = now(), end_reason = 'restored' where ended_at is null",
      );
      // Good for a moment only, and told in transactions of the server that was. An old backup has no such tables.
      for (const table of await tableNames(client))
        if (["search_totals", "user_changes"].includes(table)) await client.query(`delete from "${table}"`);
    });
    await client.query("commit");
    fs.rmSync(uploads(), { recursive: true, force: true });
    if (fs.existsSync(path.join(draft, "uploads"))) fs.renameSync(path.join(draft, "uploads"), uploads());
    await deploy(url);
    await client.query("analyze");
    return await anchor(client, secrets);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    await client.end();
  }
}

function writeDurably(file, bytes) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, bytes, { mode: 0o600, flush: true });
}

/** Checks the audit chain that came back, and signs that heads of later rows no longer bind. */
async function anchor(client, secrets) {
  const { Broken, Walk } = await import("./audit-verifier.mjs");
  const { auditRows } = await import("./lib/audit-rows.mjs");
  const { decodeKey32 } = await import("../lib/env.ts");
  const { signHead } = await import("../lib/audit/head.ts");
  const { addHead, headsFile } = await import("../lib/audit/heads-file.ts");
  const walk = new Walk();
  // Of an empty chain, what the first row follows.
  let last = { seq: "0", hash: "0".repeat(64) };
  try {
    for await (const row of auditRows(client)) {
      walk.add(row);
      last = row;
    }
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return [`The audit chain was broken already when the backup was taken: ${error.message}.`];
  }
  if (!secrets.AUDIT_SIGNING_KEY) return ["Without AUDIT_SIGNING_KEY the audit chain was not signed anew."];
  const key = decodeKey32(secrets.AUDIT_SIGNING_KEY);
  const head = { seq: last.seq, hash: last.hash, at: new Date().toISOString(), restored: true };
  addHead(headsFile(dataDir()), (previous) => signHead(key, { ...head, previous }));
  return [`The audit chain is whole up to row ${last.seq}.`];
}
