// Installs the packages if they are missing or older than package-lock.json, then runs a TypeScript program with the project's own Node.js
// 24. Plain JavaScript for Node.js 20, because it runs before anything is installed: node scripts/start.mjs [flags] program.ts
import { createHash } from "node:crypto";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const inRoot = (file) => path.join(root, file);
const node = inRoot(
  process.platform === "win32" ? "node_modules/node/bin/node.exe" : "node_modules/node/bin/node",
);
const mtimeMs = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Runs `npm ci` unless node_modules already belongs to this package-lock.json. */
function install() {
  const stamp = inRoot("node_modules/.seedline-lock");
  const lock = createHash("sha256")
    .update(fs.readFileSync(inRoot("package-lock.json")))
    .digest("hex");
  const installed = fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : "";
  if (installed === lock && fs.existsSync(node)) return;
  // npm writes its own copy of the lock file when packages are installed manually.
  const isManual =
    !installed && mtimeMs(inRoot("node_modules/.package-lock.json")) >= mtimeMs(inRoot("package-lock.json"));
  if (!isManual || !fs.existsSync(node)) {
    console.log("Installing packages (npm ci) ...");
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
      // npm passes its settings down, and with NODE_ENV=production it would omit packages that the build needs.
      env: { ...process.env, NODE_ENV: "" },
    });
    if (status !== 0) {
      console.error("npm ci failed. See the lines above.");
      process.exit(1);
    }
  }
  fs.writeFileSync(stamp, lock);
}

/** Runs a program in this project with Node.js 24, forwards signals, and exits with its exit status. */
export function start(...args) {
  install();
  const child = spawn(node, args, {
    cwd: root,
    // The IPC channel notifies the child when this process is killed without a signal.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => process.exit(code ?? 1));
  // npm sends SIGTERM only to its shell, so `kill` of `npm run quickstart` would leave the server running.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 500).unref();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) start(...process.argv.slice(2));
