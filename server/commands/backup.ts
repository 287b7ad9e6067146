// `npm run backup -- --to FILE` writes a consistent snapshot of database and files, compressed and encrypted under BACKUP_KEY, while the
// servers are running. Secrets are not included (docs/operations/backup.md).
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { decodeKey32, parseKeyRing } from "../../lib/env.ts";
import { uploadPath } from "../../lib/files/disk.ts";
import type { ArchiveEntry } from "../../lib/files/encrypted-archive.ts";
import { AdvisoryLock } from "../../lib/locks.ts";
import { jsonEntry, writeBackupFile, type Manifest } from "../backup-file.ts";
import { withDatabase } from "../command-database.ts";
import { countByKey } from "../data-keys.ts";
import { withClient } from "../postgres.ts";
import { UserFacingError, dataDir, loadDotEnv, runCommand } from "../process.ts";
import { readReferencedFiles } from "../referenced-files.ts";
import { commandSecrets, requireSecret } from "../secrets.ts";
import { copyRowsOut, countRows, readAppliedMigrations, readColumns } from "../tables.ts";
import { fingerprint } from "../verify-backup.ts";

const result = { at: "", rows: 0, files: 0, remoteFiles: 0, lostFiles: [] as string[] };

async function* readEntries(client: pg.Client): AsyncGenerator<ArchiveEntry> {
  const { rows: now } = await client.query<{ at: Date }>("select now() as at");
  result.at = now[0]!.at.toISOString();
  const columns = await readColumns(client);
  const migrations = await readAppliedMigrations(client);
  const keys = await readKeys(client);
  yield jsonEntry("manifest.json", { format: "seedline-backup/2", at: result.at, migrations, columns, keys });

  for (const [table, names] of Object.entries(columns)) {
    let number = 0;
    for await (const body of copyRowsOut(client, table, names)) {
      result.rows += countRows(body);
      yield { name: `database/${table}/${String((number += 1)).padStart(6, "0")}.copy`, body };
    }
  }
  yield* readFiles(client);
  yield jsonEntry("summary.json", { rows: result.rows, files: result.files });
}

async function* readFiles(client: pg.Client): AsyncGenerator<ArchiveEntry> {
  for (const { storage, key, sha256 } of await readReferencedFiles(client)) {
    if (storage !== "disk") {
      result.remoteFiles += 1;
      continue;
    }
    const file = uploadPath(dataDir(), key);
    const body = await fs.promises.readFile(file).catch(() => null);
    if (!body || createHash("sha256").update(body).digest("hex") !== sha256) {
      result.lostFiles.push(key);
      continue;
    }
    result.files += 1;
    yield { name: path.relative(dataDir(), file), body };
  }
}

/** Returns fingerprints of the keys needed to read the rows; none if this machine has no keys. */
async function readKeys(client: pg.Client): Promise<Manifest["keys"]> {
  const { PII_KEYS, BLIND_INDEX_KEY } = commandSecrets(dataDir());
  const used = await countByKey(client);
  const ring = PII_KEYS ? parseKeyRing(PII_KEYS).filter(({ id }) => used.has(id)) : [];
  return {
    pii: ring.map(({ id, key }) => ({ id, fingerprint: fingerprint(key) })),
    blindIndex: BLIND_INDEX_KEY ? fingerprint(decodeKey32(BLIND_INDEX_KEY)) : null,
  };
}

await runCommand(async () => {
  loadDotEnv();
  const { values } = parseArgs({ options: { to: { type: "string" } } });
  const file = values.to;
  if (!file) throw new UserFacingError("Say where: npm run backup -- --to FILE");
  const key = decodeKey32(requireSecret(dataDir(), "BACKUP_KEY"));
  await withDatabase("backup", (url) =>
    withClient(url, async (client) => {
      // From here on no server deletes a file, so every file of the snapshot exists.
      await client.query("select pg_advisory_lock($1)", [AdvisoryLock.backup]);
      await client.query("begin isolation level repeatable read read only");
      await writeBackupFile(file, key, readEntries(client));
    }),
  );
  console.log(`Wrote ${file} as of ${result.at}. Rows: ${result.rows}, files: ${result.files}.`);
  if (result.remoteFiles) console.log(`Files at UploadThing or on S3 are not in it: ${result.remoteFiles}.`);
  if (result.lostFiles.length) {
    const lost = result.lostFiles.join(", ");
    throw new UserFacingError(`Files that submissions refer to are missing or damaged on disk: ${lost}.`);
  }
});
