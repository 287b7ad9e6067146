import path from "node:path";

/** What the server and the backup commands must agree on about files on disk. Imports nothing of ours: commands load it by itself. */

/** Where the file of a storage key lies. */
export const uploadPath = (dataDir: string, key: string): string =>
  path.join(/* turbopackIgnore: true */ dataDir, "uploads", key.slice(-2), key);

/** Held by a backup while it reads; files are removed only while nobody holds it. */
export const BACKUP_LOCK = 7_411_003;
