import { spawn } from "node:child_process";
import path from "node:path";
import { childEnv, projectNode, root } from "../../scripts/lib/common.mjs";

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of the scripts to its end, as an operator would. */
export function command(
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode, [path.join(root, "scripts", script), ...args], {
      cwd: root,
      env: childEnv(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
