import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { moveFiles, removeOldCopies } from "@/lib/files/move";
import { storageNames, type StorageName } from "@/lib/files/storage/port";
import { AdvisoryLock } from "@/lib/locks";
import { runOperatorCommand } from "../operator-command";
import { withClient } from "../postgres";
import { UserFacingError } from "../process";

const USAGE =
  "Usage: npm run files:move -- --to disk|uploadthing|s3 [--from disk|uploadthing|s3] [--remove-old]";

const storageName = (value: string | undefined): StorageName | undefined => {
  const name = storageNames.find((known) => known === value);
  if (value !== undefined && !name) throw new UserFacingError(USAGE);
  return name;
};

/**
 * Moves files to another storage while servers are running; with --remove-old, removes the copies that an earlier run has left in the old
 * storage (docs/operations/deployment.md). Prints counts and the ids of files that could not be moved, and then exits with 1.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: "string" }, from: { type: "string" }, "remove-old": { type: "boolean" } },
  });
  const to = storageName(values.to);
  const from = storageName(values.from);
  if (!to || to === from) throw new UserFacingError(USAGE);
  await withClient(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, async (client) => {
    const lock = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [
      AdvisoryLock.fileMove,
    ]);
    if (!lock.rows[0]?.free) throw new UserFacingError("Files are already being moved.");
    // A connection that is silent for long is closed by a proxy, and the lock with it.
    const keepLock = async () => void (await client.query("select 1"));
    if (values["remove-old"]) {
      if (from !== "disk" && from !== "s3")
        throw new UserFacingError("--remove-old requires --from disk or --from s3.");
      stdout.write(`Removed old copies of files: ${await removeOldCopies(to, from, keepLock)}.\n`);
      return;
    }
    let reported = Date.now();
    const { moved, left, failed, isCutShort } = await moveFiles(to, from, async (result) => {
      await keepLock();
      if (Date.now() < reported + 10_000) return;
      reported = Date.now();
      stdout.write(`Moved so far: ${result.moved}.\n`);
    });
    stdout.write(`Moved: ${moved}, deleted or changed meanwhile: ${left}, failed: ${failed.length}.\n`);
    if (isCutShort) stdout.write("Stopped early, because one file after the other failed.\n");
    if (failed.length > 0) throw new UserFacingError(`These files could not be moved: ${failed.join(", ")}`);
  });
}

await runOperatorCommand(main);
