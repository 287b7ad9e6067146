import path from "node:path";

/**
 * Paths of files on disk, shared by the server and the backup commands. This module has no imports from lib, because commands load it
 * directly.
 */

/** Returns the path of a stored file. */
export const uploadPath = (dataDir: string, key: string): string =>
  path.join(/* turbopackIgnore: true */ dataDir, "uploads", key.slice(-2), key);
