// A DATA_DIR is owned by one program at a time. The lock is a file with the owner's process id; if the owner no longer runs (kill -9, power
// failure), the lock is taken over.
import fs from "node:fs";
import path from "node:path";
import { UserFacingError, commandLine, errorCode, isAlive, readText } from "./process.ts";

interface Owner {
  pid?: number;
  what?: string;
}
type Lock = { taken: true; release: () => void } | ({ taken: false } & Owner);

/** Creates the folder and checks that it is writable. */
export function makeWritable(dataDir: string): void {
  const probe = path.join(dataDir, `.write-${process.pid}`);
  try {
    makeFolder(dataDir);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    throw new UserFacingError(
      `DATA_DIR ${dataDir} cannot be written (${errorCode(error)}). Set DATA_DIR to a folder that can.`,
    );
  }
}

/** Creates a folder like mkdir -p. Node's `recursive` loops forever on file systems that keep returning ENOENT, such as /proc. */
function makeFolder(dir: string): void {
  if (fs.existsSync(dir)) return;
  if (path.dirname(dir) !== dir) makeFolder(path.dirname(dir));
  fs.mkdirSync(dir);
}

/** Takes the lock of a DATA_DIR, or returns its owner. `what` is the program's name, shown to others. */
export async function takeLock(dataDir: string, what: string): Promise<Lock> {
  const file = path.join(dataDir, "quickstart.lock");
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, what }));
  try {
    for (;;) {
      try {
        // A link is created only if the name is free, so of two programs one fails.
        fs.linkSync(draft, file);
        return { taken: true, release: () => release(file) };
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
      const owner = readOwner(file);
      if (await isRunning(owner)) return { taken: false, ...owner };
      // Renamed before removal: if another program has just taken over the lock, it is put back.
      const stale = `${draft}.stale`;
      try {
        fs.renameSync(file, stale);
        if (readOwner(stale).pid === owner.pid) fs.rmSync(stale);
        else fs.renameSync(stale, file);
      } catch (error) {
        if (errorCode(error) !== "ENOENT") throw error;
      }
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function release(file: string): void {
  if (readOwner(file).pid === process.pid) fs.rmSync(file, { force: true });
}

/** Process ids are reused, especially in containers, so the process must also look like one of our programs. */
async function isRunning({ pid }: Owner): Promise<boolean> {
  if (!pid || pid === process.pid || !isAlive(pid)) return false;
  const command = await commandLine(pid);
  return !command || /(?:server|tests|deploy|bench)\/[\w/-]+\.ts|vitest/.test(command.replaceAll("\\", "/"));
}

function readOwner(file: string): Owner {
  try {
    return JSON.parse(readText(file)) as Owner;
  } catch {
    return {};
  }
}
