// Installs the packages when they are missing or older than package-lock.json, and gets us onto the project's Node.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { Stop, childEnv, projectNode, readText, root } from "./common.mjs";

const stamp = path.join(root, "node_modules/.seedline-lock");
const wanted = 24;

/** Runs `npm ci` unless node_modules already belongs to this package-lock.json. */
export function install() {
  const lock = createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  if (readText(stamp) === lock && fs.existsSync(projectNode)) return;
  // Installed by hand with `npm ci` or `npm install`: npm leaves its own copy of the lock, newer than ours.
  const npmStamp = fs.statSync(path.join(root, "node_modules/.package-lock.json"), { throwIfNoEntry: false });
  const lockTime = fs.statSync(path.join(root, "package-lock.json")).mtimeMs;
  if (!(npmStamp && npmStamp.mtimeMs >= lockTime && !readText(stamp) && fs.existsSync(projectNode))) {
    console.log("Installing packages (npm ci) ...");
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const done = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
      // npm passes its own settings down; NODE_ENV=production would leave out what the build needs.
      env: { ...process.env, NODE_ENV: "" },
    });
    if (done.status !== 0) throw new Stop("npm ci failed. See the lines above.");
  }
  fs.writeFileSync(stamp, lock);
}

/**
 * Runs `stop` when whoever started us is gone. npm passes SIGTERM to its shell only, so `kill` of `npm run quickstart` would
 * leave us behind with the port; and an older Node that handed over to us may be killed without warning.
 */
export function onParentGone(stop) {
  if (process.channel) return void process.once("disconnect", stop);
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/**
 * Goes on under the project's Node when the present one is older: starts `script` again with it, passes signals on, and
 * ends as that process ends. Answers only when we are already on the right one.
 */
export async function continueOnProjectNode(script) {
  if (Number(process.versions.node.split(".")[0]) >= wanted) return;
  if (!fs.existsSync(projectNode)) throw new Stop("The packages are not installed. Run npm ci first.");
  const child = spawn(projectNode, [script, ...process.argv.slice(2)], {
    cwd: process.cwd(),
    env: childEnv(),
    // The channel tells the child when we are killed without warning.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  onParentGone(() => child.kill("SIGTERM"));
  await new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      resolve();
    });
    child.once("error", (error) => {
      console.error(error.message);
      process.exitCode = 1;
      resolve();
    });
  });
  process.exit();
}
