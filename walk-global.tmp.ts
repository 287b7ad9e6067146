import type { TestProject } from "vitest/node";
import { startDatabase } from "./tests/support/server";
export default async function setup(project: TestProject) {
  const database = await startDatabase();
  project.provide("stack", { urls: ["http://localhost:1", "http://localhost:1"], databaseUrl: database.url, dataDir: database.dataDir, env: { ...database.env, APP_URL: "http://localhost:1" }, logs: [], pids: [] });
  return () => database.stop();
}
