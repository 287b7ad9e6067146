import type { TestProject } from "vitest/node";
import { startDatabase } from "./server";

/** Boots PostgreSQL without servers, for the `commands` project. */
export default async function setup(project: TestProject) {
  const database = await startDatabase();
  const { env, dataDir, url: databaseUrl } = database;
  project.provide("stack", { urls: ["", ""], databaseUrl, dataDir, env, logs: [], pids: [] });
  return () => database.stop();
}
