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

/** Returns the resources of this worker's tests. */
export function stack(): Stack {
  const stacks = inject("stacks");
  return stacks[(Number(process.env["VITEST_POOL_ID"]) - 1) % stacks.length]!;
}
