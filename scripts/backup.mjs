// `npm run backup -- --to FILE`: database and files as they are at one moment, while the servers work on, compressed and sealed under
// BACKUP_KEY. Secrets are not in it. docs/operations/backup.md
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stop, dataDir, loadDotEnv, main } from "./lib/common.mjs";
import { continueOnProjectNode } from "./lib/install.mjs";

await main(async () => {
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  loadDotEnv();
  const { values } = parseArgs({ options: { to: { type: "string" } } });
  if (!values.to) throw new Stop("Say where: npm run backup -- --to FILE");
  const { decodeKey32 } = await import("../lib/env.ts");
  const { commandSecrets, requireSecret } = await import("./lib/secrets.mjs");
  const { withDatabase } = await import("./lib/database.mjs");
  const key = decodeKey32(await requireSecret(dataDir(), "BACKUP_KEY"));
  const secrets = commandSecrets(dataDir());
  const { at, rows, files, elsewhere, lost } = await withDatabase("backup", (url) =>
    backup(url, values.to, key, secrets),
  );
  console.log(`Wrote ${values.to} as of ${at}. Rows: ${rows}, files: ${files}.`);
  if (elsewhere) console.log(`Files at UploadThing are not in it: ${elsewhere}.`);
  if (lost.length) {
    throw new Stop(`Files that submissions refer to are missing or damaged on disk: ${lost.join(", ")}.`);
  }
});

async function backup(url, file, key, secrets) {
  const { default: pg } = await import("pg");
  const { writeArchive } = await import("./lib/archive.mjs");
  const { BACKUP_LOCK } = await import("../lib/files/disk.ts");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = { at: "", rows: 0, files: 0, elsewhere: 0, lost: [] };
  try {
    // From here on no server removes a file, so that what the snapshot refers to is there to be read.
    await client.query("select pg_advisory_lock($1)", [BACKUP_LOCK]);
    await client.query("begin isolation level repeatable read read only");
    await writeArchive(file, key, frames(client, secrets, found));
    return found;
  } finally {
    await client.end();
  }
}

async function* frames(client, secrets, found) {
  const { frame, sha256 } = await import("./lib/archive.mjs");
  const { appliedMigrations, dumpTable, tableNames } = await import("./lib/tables.mjs");
  const { uploadPath } = await import("../lib/files/disk.ts");
  const { rows: now } = await client.query("select now() as at");
  found.at = now[0].at.toISOString();
  const tables = await tableNames(client);
  yield frame({ seedline: 1, at: found.at, migrations: await appliedMigrations(client), keys: await keysOf(client, secrets) }); // prettier-ignore

  for (const table of tables) {
    for await (const { rows, json } of dumpTable(client, table)) {
      found.rows += rows;
      yield frame({ table, rows }, Buffer.from(json));
    }
  }
  // What is neither attached nor in a draft is an upload under way, or left to the sweep.
  const { rows: files } = await client.query(
    `select storage, storage_key as key, sha256 from files
     where attached_at is not null or id in (select file_id from draft_files) order by 2`,
  );
  for (const { storage, key, sha256: wanted } of files) {
    if (storage !== "disk") {
      found.elsewhere += 1;
      continue;
    }
    const bytes = await fs.promises.readFile(uploadPath(dataDir(), key)).catch(() => null);
    if (!bytes || sha256(bytes) !== wanted) {
      found.lost.push(key);
      continue;
    }
    found.files += 1;
    yield frame({ file: key, sha256: wanted }, bytes);
  }
  yield frame({ end: true, rows: found.rows, files: found.files });
}

/** Fingerprints of the keys without which the rows cannot be read; a restore compares them. Empty where this machine has no keys. */
async function keysOf(client, secrets) {
  const { fingerprint } = await import("./lib/archive.mjs");
  const { countByKey } = await import("./lib/data-keys.mjs");
  const { decodeKey32, parseKeyRing } = await import("../lib/env.ts");
  const used = await countByKey(client);
  const ring = secrets.PII_KEYS ? parseKeyRing(secrets.PII_KEYS).filter(({ id }) => used.has(id)) : [];
  return {
    pii: ring.map(({ id, key }) => ({ id, fingerprint: fingerprint(key) })),
    blindIndex: secrets.BLIND_INDEX_KEY ? fingerprint(decodeKey32(secrets.BLIND_INDEX_KEY)) : null,
  };
}
