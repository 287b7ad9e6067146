import path from "node:path";

/**
 * Facts about files on disk shared by the server and the backup commands. Has no imports from lib: commands load this file
 * directly.
 */

/** The path of a stored file. */
export const uploadPath = (dataDir: string, key: string): string =>
  path.join(/* turbopackIgnore: true */ dataDir, "uploads", key.slice(-2), key);
