import { readFile } from "node:fs/promises";

/** Returns the text of a file, or null if it was deleted after its folder was listed. Needs no server, so tests can use it. */
export async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
