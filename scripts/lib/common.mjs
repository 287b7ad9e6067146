// What every script here needs: where the project is, how it fails, and how it starts other programs.
// Plain JavaScript for Node 20, because these files run before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** An expected failure. Its message is all the person needs; no stack is shown. */
export class Stop extends Error {}

/** Runs a script's work; an expected failure is one line and exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exit(1);
  }
}

/** True when this file is the one that was started, not one that was imported. */
export const isMain = (url) =>
  Boolean(process.argv[1]) && fs.realpathSync(process.argv[1]) === fileURLToPath(url);

/** Node 24 from the npm package `node`; the one that was started may be older. */
export const projectNode = path.join(
  root,
  "node_modules/node/bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** The environment of children: the project's programs are found first, so `node` is Node 24 for them. */
export function childEnv(extra = {}) {
  const bin = path.join(root, "node_modules/.bin");
  const found = (process.env.PATH ?? "").split(path.delimiter).filter((dir) => dir && dir !== bin);
  return { ...process.env, ...extra, PATH: [bin, ...found].join(path.delimiter) };
}

/** A program of an installed package, as [program, arguments] for Node 24. */
export function tool(name) {
  return path.join(root, "node_modules/.bin", name);
}

/**
 * Runs a program to its end. `quiet` keeps its output back and shows it only when it fails.
 * Answers its output; rejects with a Stop when it fails.
 */
export function run(command, args, { env = {}, quiet = false, cwd = root, what } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: childEnv(env),
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    children.add(child);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    const name = what ?? [path.basename(command), ...args].join(" ");
    child.once("error", (error) => {
      children.delete(child);
      reject(new Stop(`${name} could not be started: ${error.message}`));
    });
    child.once("close", (code, signal) => {
      children.delete(child);
      if (code === 0) return resolve(output);
      if (quiet && !signal) process.stderr.write(output);
      reject(new Stop(signal ? `${name} was ended by ${signal}.` : `${name} failed (exit code ${code}).`));
    });
  });
}

const children = new Set();

/** Ends the programs that `run` started and that still run. */
export function endChildren(signal = "SIGTERM") {
  for (const child of children) child.kill(signal);
}

/** One hash over files and folders (their names and contents), in a stable order. Missing ones count as empty. */
export function hashOf(paths, more = "") {
  const hash = createHash("sha256").update(more);
  const add = (file, name) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const entry of fs.readdirSync(file).sort()) add(path.join(file, entry), `${name}/${entry}`);
    } else {
      hash.update(`\0${name}\0${stat.size}\0`).update(fs.readFileSync(file));
    }
  };
  for (const item of paths) add(path.join(root, item), item);
  return hash.digest("hex");
}

/** Writes a file so that a reader sees the old text or the new one, never half of it. */
export function writeAtomically(file, text, mode = 0o644) {
  const draft = `${file}.${process.pid}.tmp`;
  const fd = fs.openSync(draft, "w", mode);
  try {
    fs.writeFileSync(fd, text);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(draft, file);
}

/** Reads a text file; "" when there is none. */
export function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Reads .env into process.env. Variables that are already set win; an empty value is the same as none. */
export function loadDotEnv() {
  const file = path.join(root, ".env");
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** The folder of everything that is kept: database, uploads, outbox, secrets. */
export const dataDir = () => path.resolve(root, process.env.DATA_DIR || ".data");

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Is a process with this id running? Not being allowed to ask means yes; one that ended and was not collected means no. */
export function isAlive(pid) {
  if (/^\d+ \(.*\) [ZX] /s.test(readText(`/proc/${pid}/stat`))) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The command line of a process; "" when it cannot be read. Guards against ids that were given out again. */
export async function commandLine(pid) {
  const fromProc = readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  if (fromProc || process.platform === "linux" || process.platform === "win32") return fromProc;
  return run("ps", ["-p", String(pid), "-o", "command="], { quiet: true }).catch(() => "");
}
