import "server-only";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";

/** Returns the folder of received files that have not been sanitized yet. */
export const temporaryFolder = () => path.join(/* turbopackIgnore: true */ env.DATA_DIR, "tmp");

const HOUR_MS = 3_600_000;

/** Deletes files that a crash left behind. No running request is that old. */
export async function deleteStaleTempFiles(now: number = Date.now()): Promise<void> {
  const folder = temporaryFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const entry = path.join(folder, name);
    const age = await stat(entry).then(
      ({ mtimeMs }) => now - mtimeMs,
      (error: NodeJS.ErrnoException) => {
        // The request of the file has just ended and deleted it.
        if (error.code === "ENOENT") return 0;
        throw error;
      },
    );
    if (age > HOUR_MS) await rm(entry, { recursive: true, force: true });
  }
}
