// `npm run worker` runs the background jobs as a process of its own, with the servers' variables. Set JOBS_IN_SERVER=false for the
// servers (docs/operations/deployment.md).
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { parseEnv } from "@/lib/env";
import { runJobs } from "@/lib/jobs/worker";
import { requireDatabase } from "../postgres";
import { UserFacingError, loadDotEnv, root, runCommand, stopOnSignal } from "../process";

await runCommand(async () => {
  process.chdir(root);
  loadDotEnv();
  Object.assign(process.env, { NODE_ENV: "production" });
  try {
    await requireDatabase(parseEnv(process.env).DATABASE_URL);
  } catch (error) {
    throw new UserFacingError(error instanceof Error ? error.message : String(error));
  }
  const stop = runJobs();
  stopOnSignal(async () => {
    await stop();
    await Promise.race([db.$disconnect(), sleep(1_000)]);
  });
});
