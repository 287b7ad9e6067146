import type { TestProject } from "vitest/node";
import { startDatabase } from "./server";
import type { Stack } from "./stack";

/** Boots a PostgreSQL for each worker of the `commands` project, without servers. */
export default async function setup(project: TestProject) {
  const databases = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () => startDatabase()),
  );
  const stacks = databases.map(({ env, dataDir, url: databaseUrl }): Stack => ({
    urls: ["", ""],
    databaseUrl,
    dataDir,
    env,
    logs: [],
    pids: [],
  }));
  project.provide("stacks", stacks);
  return async () => void (await Promise.all(databases.map((database) => database.stop())));
}
