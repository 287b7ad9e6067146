// Paths of the project, child processes and signals.
import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** Returns the path of a program of an installed package. */
export const projectBin = (name: string): string => path.join(root, "node_modules/.bin", name);

/** Node.js flags for programs that import the application's code (`@/lib/...`, `server-only`) outside Next.js. */
export const appFlags = ["--conditions=react-server", "--import", path.join(root, "server/alias.ts")];

/** Returns the folder that contains uploads, outbox and audit heads; for quickstart also database and secrets. */
export const dataDir = (): string => path.resolve(root, process.env.DATA_DIR || ".data");

/** An expected failure: its message is printed without a stack trace. */
export class UserFacingError extends Error {}

/** Runs a command. An expected failure is one line on stderr and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exit(1);
  }
}

/** Loads .env into process.env. Variables that are already set take precedence. */
export function loadDotEnv(): void {
  const file = path.join(root, ".env");
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** Returns the environment of child processes: `extra` over our own, and the project's programs first on the PATH. */
export function childEnv(
  extra: NodeJS.ProcessEnv | Record<string, string> = {},
  inherits: (name: string) => boolean = () => true,
): NodeJS.ProcessEnv {
  return {
    ...(Object.fromEntries(
      Object.entries(process.env).filter(([name]) => inherits(name)),
    ) as NodeJS.ProcessEnv),
    ...extra,
    PATH: [projectBin(""), process.env.PATH].join(path.delimiter),
  };
}

interface RunOptions {
  env?: Record<string, string>;
  /** Whether the program gets this variable of ours; by default all. */
  inherits?: (name: string) => boolean;
  /** Shows the output only if the program fails. */
  quiet?: boolean;
  cwd?: string;
  /** The account to run as; ours unless given. */
  account?: { uid?: number; gid?: number };
  /** The name used in error messages. */
  what?: string;
}

const children = new Set<ChildProcess>();

/** Runs a program to its end and returns its output (if `quiet`). Throws a UserFacingError if it fails. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const {
    env = {},
    inherits,
    quiet = false,
    cwd = root,
    account = {},
    what = [path.basename(command), ...args].join(" "),
  } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      ...account,
      env: childEnv(env, inherits),
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    children.add(child);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += String(chunk)));
    child.stderr?.on("data", (chunk) => (output += String(chunk)));
    child.once("error", (error) =>
      reject(new UserFacingError(`${what} could not be started: ${error.message}`)),
    );
    child.once("close", (code, signal) => {
      children.delete(child);
      if (code === 0) return resolve(output);
      if (quiet && !signal) process.stderr.write(output);
      reject(
        new UserFacingError(
          signal ? `${what} was ended by ${signal}.` : `${what} failed (exit code ${code}).`,
        ),
      );
    });
  });
}

/** Ends the programs that `run` started and that are still running. */
export function endChildren(signal: NodeJS.Signals = "SIGTERM"): void {
  for (const child of children) child.kill(signal);
}

/** Forwards interruptions to the programs that `run` started. */
export function endChildrenOnSignal(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => endChildren(signal));
}

/** Calls `stop` when the parent process has ended. npm sends SIGTERM only to its shell. */
function onParentExit(stop: () => void): void {
  if (process.channel) return void process.once("disconnect", stop);
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500).unref();
}

/**
 * Calls `stop` at the first SIGTERM or SIGINT and exits. A second signal calls `abort` and exits immediately, unless it follows within a
 * second: the terminal and npm both send one.
 */
export function stopOnSignal(stop: () => Promise<unknown>, abort = (): void => {}): void {
  let first = 0;
  const onSignal = () => {
    if (first) {
      if (Date.now() - first < 1_000) return;
      abort();
      process.exit(1);
    }
    first = Date.now();
    void runCommand(async () => {
      await stop();
      process.exit(0);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, onSignal);
  onParentExit(onSignal);
}

/** Whether a process is running. True for one that we may not signal; false for one that has ended but has not been reaped. */
export function isAlive(pid: number): boolean {
  if (/^\d+ \(.*\) [ZX] /s.test(readText(`/proc/${pid}/stat`))) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Returns the command line of a process, or "" if it cannot be read. Process ids are reused, so an id alone proves nothing. */
export async function commandLine(pid: number): Promise<string> {
  const fromProc = readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  if (fromProc || process.platform === "linux" || process.platform === "win32") return fromProc;
  return run("ps", ["-p", String(pid), "-o", "command="], { quiet: true }).catch(() => "");
}

/** Returns the content of a text file, or "" if it cannot be read. */
export function readText(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Returns the code of a system or database error (`ENOENT`, `28P01`). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
