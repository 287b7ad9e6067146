import { spawn } from "node:child_process";
import path from "node:path";
import { childEnv, root } from "../../server/process";

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Started {
  done: Promise<CommandResult>;
  kill(): void;
  /** SIGTERM, as a service manager sends it. */
  end(): void;
}

/** The options of node for commands that use lib, as in package.json. */
export const withLib = ["--conditions=react-server", "--import", "./server/alias.ts"];

/** Starts an administration command, as an operator would. */
export function start(
  name: string,
  args: string[] = [],
  env: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Started {
  const child = spawn("node", [...nodeOptions, path.join(root, `server/commands/${name}.ts`), ...args], {
    cwd: root,
    env: childEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const done = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { done, kill: () => child.kill("SIGKILL"), end: () => child.kill("SIGTERM") };
}

/** Runs an administration command to its end. */
export const command = (...args: Parameters<typeof start>): Promise<CommandResult> => start(...args).done;
