// `npm run evidence:open -- PACK --to FOLDER` decrypts the documents of an unpacked evidence pack with BACKUP_KEY and compares them with the
// hashes in the pack; `--passphrase` prints the passphrase for its recipient, which opens only this pack (docs/operations/backup.md).
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { decodeKey32 } from "../../lib/env.ts";
import { evidenceKey, passphraseOf } from "../../lib/files/encrypted-archive.ts";
import { readBackupFile } from "../backup-file.ts";
import { UserFacingError, dataDir, loadDotEnv, readText, runCommand } from "../process.ts";
import { requireSecret } from "../secrets.ts";

function readJson<T>(folder: string, name: string): T {
  const text = readText(path.join(folder, name));
  if (!text) throw new UserFacingError(`${folder} is not an unpacked evidence pack: ${name} is missing.`);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new UserFacingError(`${name} of the pack was changed.`);
  }
}

/** Writes the documents to a new folder. Throws for a document that differs from the pack's list, or is missing. */
async function writeDocuments(pack: string, target: string, key: Buffer): Promise<number> {
  const hashes = new Map(
    readJson<{ path: string; sha256: string }[]>(pack, "documents.json").map((one) => [one.path, one.sha256]),
  );
  const file = path.join(pack, "documents.age");
  if (!fs.existsSync(file)) throw new UserFacingError("This pack was made without its documents.");
  if (fs.existsSync(target)) throw new UserFacingError(`${target} is there already. Name a new folder.`);
  const draft = `${target}.partial`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const expected = new Map(hashes);
    for await (const { name, body } of readBackupFile(file, key, "archive of documents")) {
      // Names are those of the list, so no name leads out of the folder.
      if (createHash("sha256").update(body).digest("hex") !== expected.get(name))
        throw new UserFacingError(`${name} is not the document in documents.json.`);
      expected.delete(name);
      fs.writeFileSync(path.join(draft, path.basename(name)), body, { mode: 0o600 });
    }
    const [missing] = expected.keys();
    if (missing !== undefined) throw new UserFacingError(`${missing} is missing.`);
    fs.renameSync(draft, target);
    return hashes.size;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

await runCommand(async () => {
  loadDotEnv();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: "string" }, passphrase: { type: "boolean", default: false } },
  });
  const [pack] = positionals;
  if (pack === undefined || positionals.length > 1 || values.passphrase === (values.to !== undefined))
    throw new UserFacingError("Usage: npm run evidence:open -- PACK --to FOLDER, or PACK --passphrase");
  const { id } = readJson<{ id: string }>(pack, "manifest.json");
  const key = evidenceKey(decodeKey32(requireSecret(dataDir(), "BACKUP_KEY")), id);
  if (values.passphrase) return console.log(passphraseOf(key));
  const count = await writeDocuments(pack, values.to!, key);
  console.log(`Wrote ${count} documents to ${values.to}. They are those in documents.json.`);
});
