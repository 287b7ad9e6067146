import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { applyMigrations } from "../../../server/migrations";
import { root, run } from "../../../server/process";
import { onCleanup, pause } from "../world";
import type { Cluster, Finding } from "./cluster";
import { PER_SECOND, replace, underLoad } from "./replacement";

/** Checks out an earlier version, installs its packages and builds it. Returns its folder. */
export async function buildVersion(ref: string): Promise<string> {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "seedline-before-")), "tree");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  onCleanup(() => {
    git("worktree", "remove", "--force", folder);
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });
  git("worktree", "add", "--detach", folder, ref);
  const inFolder = { cwd: folder, quiet: true };
  await run("npm", ["ci", "--no-audit", "--no-fund"], inFolder);
  await run("npm", ["run", "generate"], inFolder);
  await run("npm", ["run", "build"], inFolder);
  return folder;
}

/**
 * Updates from an earlier version under load, as docs/operations/deployment.md says: migrates while its servers run, replaces them one after
 * the other, goes back to the old version, and updates again. No request fails.
 */
export async function update(cluster: Cluster, before: string): Promise<Finding> {
  const { database } = cluster.world;
  let applied = 0;
  const replaceBoth = async (dir?: string) => {
    for (const index of [0, 1]) {
      await replace(cluster, index, dir);
      await pause(500);
    }
  };
  const { requests, failed, kinds } = await underLoad(cluster, async () => {
    applied = (await applyMigrations(database.env["DATABASE_MIGRATION_URL"]!)).migrations.length;
    await pause(2_000);
    await replaceBoth();
    await replaceBoth(before);
    await replaceBoth();
  });
  return {
    name: "update",
    reached: `${applied} migrations and six servers replaced by the new, the old and the new version under ${PER_SECOND} requests a second: ${failed} of ${requests} failed${kinds}`,
    ok: failed === 0 && applied > 0,
  };
}
