// `npm run worker` runs the background jobs in a separate process, with the servers' variables. Set JOBS_IN_SERVER=false for the servers
// (docs/operations/deployment.md).
import { runJobs } from "@/lib/jobs/worker";
import { requireConfiguration } from "../main";
import { requireDatabase } from "../postgres";
import { loadDotEnv, root, runCommand, stopOnSignal } from "../process";

await runCommand(async () => {
  process.chdir(root);
  loadDotEnv();
  Object.assign(process.env, { NODE_ENV: "production" });
  await requireDatabase(requireConfiguration().DATABASE_URL);
  stopOnSignal(runJobs());
});
