import fs from "node:fs";
import path from "node:path";
import { inject } from "vitest";

/** The resources of the tests that need a database. */
export interface Stack {
  /** Two servers on one database; APP_URL of both is the first one's address. Empty for the `commands` project, which has none. */
  urls: [string, string];
  databaseUrl: string;
  dataDir: string;
  /** The configuration of both servers; also in process.env of the tests (tests/support/env.ts). */
  env: Record<string, string>;
  /** The servers' output, for tests of the log. */
  logs: { stdout: string; stderr: string }[];
  pids: number[];
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for all workers of the project, or one for each. */
    stacks: Stack[];
  }
}

/**
 * Returns the resources of this process's tests. If there is one for each worker, the process takes one for itself. VITEST_POOL_ID would
 * not do: when a project begins, two workers can get the same number.
 */
export function stack(): Stack {
  const stacks = inject("stacks");
  const isOwn = ({ dataDir }: Stack) => {
    const file = path.join(dataDir, "worker");
    try {
      fs.writeFileSync(file, `${process.pid}`, { flag: "wx" });
    } catch {
      // It exists.
    }
    return fs.readFileSync(file, "utf8") === `${process.pid}`;
  };
  const own = stacks.length === 1 ? stacks[0] : stacks.find(isOwn);
  if (!own) throw new Error("Each database already has a worker.");
  return own;
}
