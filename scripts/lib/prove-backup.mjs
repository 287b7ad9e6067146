// Reads a backup to its end before anything is changed: every byte proved, everything there, fitting this program and its keys.
import fs from "node:fs";
import path from "node:path";
import { decodeKey32, parseKeyRing } from "../../lib/env.ts";
import { Stop, root } from "./common.mjs";
import { fingerprint, readArchive, sha256 } from "./archive.mjs";

/** Answers {manifest, rows, files}. Throws a Stop that says what is wrong. */
export async function prove(file, key) {
  let manifest;
  let end;
  let rows = 0;
  let files = 0;
  for await (const { header, body } of readArchive(file, key)) {
    if (!manifest) manifest = requireManifest(header);
    if (header.table) rows += header.rows;
    if (header.file) {
      files += 1;
      if (sha256(body) !== header.sha256) throw new Stop(`The file ${header.file} in the backup is damaged.`);
    }
    if (header.end) end = header;
  }
  if (!manifest || !end || end.rows !== rows || end.files !== files)
    throw new Stop("The backup is not whole.");
  return { manifest, rows, files };
}

function requireManifest(header) {
  const known = fs.readdirSync(path.join(root, "prisma/migrations"));
  const newer = header.seedline === 1 ? header.migrations.filter((name) => !known.includes(name)) : ["?"];
  if (newer.length)
    throw new Stop("The backup was made by a newer version of Seedline. Restore it with that one.");
  return header;
}

/** Throws unless the configured keys are those that the rows need. */
export function requireKeys({ keys }, secrets) {
  const ring = new Map(
    secrets.PII_KEYS ? parseKeyRing(secrets.PII_KEYS).map(({ id, key }) => [id, fingerprint(key)]) : [],
  );
  const missing = keys.pii.filter((key) => ring.get(key.id) !== key.fingerprint).map(({ id }) => id);
  if (missing.length) {
    throw new Stop(
      `PII_KEYS lacks what the backup was sealed under: ${missing.join(", ")}. Nothing was changed.`,
    );
  }
  const index = secrets.BLIND_INDEX_KEY && fingerprint(decodeKey32(secrets.BLIND_INDEX_KEY));
  if (keys.blindIndex && keys.blindIndex !== index) {
    throw new Stop("BLIND_INDEX_KEY is another one than when the backup was taken. Nothing was changed.");
  }
}
