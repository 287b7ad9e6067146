// One program at a time owns a DATA_DIR. The lock is a file with the owner's process id; one whose owner is gone (kill -9,
// power cut) is taken over.
import fs from "node:fs";
import path from "node:path";
import { Stop, commandLine, isAlive, readText } from "./common.mjs";

/** Makes the folder and proves that it can be written; one clear line when it cannot. */
export function makeWritable(dataDir) {
  const probe = path.join(dataDir, `.write-${process.pid}`);
  try {
    makeFolder(dataDir);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    throw new Stop(
      `DATA_DIR ${dataDir} cannot be written (${error.code}). Set DATA_DIR to a folder that can.`,
    );
  }
}

/** Like mkdir -p. Node's own `recursive` never returns where the system answers ENOENT for good, as /proc does. */
function makeFolder(dir) {
  if (fs.existsSync(dir)) return;
  if (path.dirname(dir) !== dir) makeFolder(path.dirname(dir));
  fs.mkdirSync(dir);
}

/** Answers {taken: true, release()} or {taken: false, pid, what} of the owner. */
export async function takeLock(dataDir, what) {
  const file = path.join(dataDir, "quickstart.lock");
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, what }));
  try {
    for (;;) {
      try {
        // A link is made only when the name is free: two programs can not both succeed.
        fs.linkSync(draft, file);
        return { taken: true, release: () => release(file) };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const owner = parse(readText(file));
      if (await isOwner(owner.pid)) return { taken: false, ...owner };
      // Renamed before it is removed: another program may have taken it over just now, and then gets it back.
      const stale = `${draft}.stale`;
      try {
        fs.renameSync(file, stale);
        if (parse(readText(stale)).pid === owner.pid) fs.rmSync(stale);
        else fs.renameSync(stale, file);
      } catch (error) {
        if (error.code !== "ENOENT") throw error;
      }
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function release(file) {
  if (parse(readText(file)).pid === process.pid) fs.rmSync(file, { force: true });
}

/** Ids are given out again, above all in containers: the process must also look like one of our scripts. */
async function isOwner(pid) {
  if (!pid || pid === process.pid || !isAlive(pid)) return false;
  const command = await commandLine(pid);
  return !command || /scripts\/[\w-]+\.mjs|vitest/.test(command.replaceAll("\\", "/"));
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
