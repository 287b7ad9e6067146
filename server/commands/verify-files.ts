import { createHash } from "node:crypto";
import { stdout } from "node:process";
import { retryUnavailable } from "@/lib/circuit-breaker";
import { env } from "@/lib/env";
import { storageNamed } from "@/lib/files/storage/storage";
import { runOperatorCommand } from "../operator-command";
import { withClient } from "../postgres";
import { UserFacingError } from "../process";
import { readReferencedFiles, type ReferencedFile } from "../referenced-files";

/** Files read at the same time; a remote storage takes most of its time to respond. */
const CONCURRENCY = 8;

/** Returns what is wrong with a stored file, or null. */
async function findProblem({ storage, key, sha256 }: ReferencedFile): Promise<string | null> {
  try {
    const hash = await retryUnavailable(async () => {
      const bytes = createHash("sha256");
      for await (const chunk of await storageNamed(storage).read(key)) bytes.update(chunk);
      return bytes.digest("hex");
    });
    return hash === sha256 ? null : "does not have its hash";
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : "failed"}`;
  }
}

/**
 * Checks that each file to which the database refers is in its storage and has its hash, even while servers are running. Each problem is
 * printed on a line, and the exit code is 1 if there is one. Usage: `npm run files:verify`.
 */
async function main(): Promise<void> {
  const files = await withClient(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, readReferencedFiles);
  let problems = 0;
  const queue = files.values();
  const check = async () => {
    for (const file of queue) {
      const problem = await findProblem(file);
      if (!problem) continue;
      problems += 1;
      stdout.write(`${file.key} (${file.storage}) ${problem}\n`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, check));
  if (problems > 0)
    throw new UserFacingError(`Files are missing or damaged: ${problems} of ${files.length}.`);
  stdout.write(`The files are whole: ${files.length}.\n`);
}

await runOperatorCommand(main);
