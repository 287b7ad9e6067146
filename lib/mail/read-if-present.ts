import { readFile } from "node:fs/promises";

/** The text of a file, or null if it was deleted since its folder was listed. It needs no server, so tests can use it. */
export async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
