// Reads a backup to its end before anything is changed: it must be complete, authentic, and compatible with this program and its keys.
import { createHmac } from "node:crypto";
import { decodeKey32, parseKeyRing } from "../lib/env.ts";
import { readBackupFile, type Manifest, type Summary } from "./backup-file.ts";
import { migrationNames } from "./migrations.ts";
import { UserFacingError } from "./process.ts";
import { countRows } from "./tables.ts";

/** Identifies a key without revealing it. */
export const fingerprint = (key: Buffer): string =>
  createHmac("sha256", key).update("seedline backup").digest("hex").slice(0, 16);

/** Throws a UserFacingError that states the problem. */
export async function verifyBackup(file: string, key: Buffer): Promise<{ manifest: Manifest } & Summary> {
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  let rows = 0;
  let files = 0;
  for await (const { name, body } of readBackupFile(file, key)) {
    const readJson = <T>() => JSON.parse(Buffer.from(body).toString()) as T;
    if (name === "manifest.json") manifest = requireKnownFormat(readJson());
    else if (name === "summary.json") summary = readJson();
    else if (name.startsWith("database/")) rows += countRows(body);
    else files += 1;
  }
  if (!manifest || summary?.rows !== rows || summary.files !== files)
    throw new UserFacingError("The backup is not complete.");
  return { manifest, rows, files };
}

function requireKnownFormat(manifest: Manifest): Manifest {
  const known = migrationNames();
  if (manifest.format === "seedline-backup/2" && manifest.migrations.every((name) => known.includes(name)))
    return manifest;
  throw new UserFacingError("The backup was made by another version of Seedline. Restore it with that one.");
}

/** Throws a UserFacingError unless the configured keys are those required by the rows. */
export function requireKeys(
  { keys }: Manifest,
  secrets: { PII_KEYS?: string; BLIND_INDEX_KEY?: string },
): void {
  const ring = secrets.PII_KEYS ? parseKeyRing(secrets.PII_KEYS) : [];
  const missing = keys.pii.filter(
    (needed) => !ring.some(({ id, key }) => id === needed.id && fingerprint(key) === needed.fingerprint),
  );
  if (missing.length) {
    const ids = missing.map(({ id }) => id).join(", ");
    throw new UserFacingError(
      `PII_KEYS lacks what the backup was sealed under: ${ids}. Nothing was changed.`,
    );
  }
  const index = secrets.BLIND_INDEX_KEY && fingerprint(decodeKey32(secrets.BLIND_INDEX_KEY));
  if (keys.blindIndex && keys.blindIndex !== index) {
    throw new UserFacingError(
      "BLIND_INDEX_KEY is another one than when the backup was taken. Nothing was changed.",
    );
  }
}
