import type { TestProject } from "vitest/node";
import { ensureBuilt } from "../../server/build";
import { requireExpectedErrors } from "./error-log";
import "./stack";
import { startDatabase, startServer, type Server } from "./server";

/**
 * All parallel tests share one network, which may occupy half of a server's slots for requests and half of those for uploads. Load shedding
 * is tested on separate servers (operations.test.ts, the fault runs).
 */
const slots = { MAX_REQUESTS: "1000", MAX_UPLOADS: "1000" };

const withoutServers = ["unit", "drill"];

/** Boots PostgreSQL and two servers once for all files of all projects, unless none of them needs servers, and stops them. */
export default async function setup(project: TestProject) {
  // Projects inherit this setup; all use the root's resources.
  if (!project.isRootProject() || project.vitest.projects.every(({ name }) => withoutServers.includes(name)))
    return;
  await ensureBuilt();
  const database = await startDatabase();
  const servers: Server[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    const logs = servers.map(({ files }) => files.stdout);
    try {
      requireExpectedErrors(logs, database.dataDir);
    } catch (error) {
      // Vitest only prints what a teardown throws.
      console.error(error);
      process.exitCode = 1;
    }
    await database.stop();
  };
  try {
    const first = await startServer({ database, env: slots });
    servers.push(first);
    const second = await startServer({ database, env: { ...slots, APP_URL: first.url } });
    servers.push(second);
    project.provide("stacks", [
      {
        urls: [first.url, second.url],
        databaseUrl: database.url,
        dataDir: database.dataDir,
        env: { ...database.env, APP_URL: first.url },
        logs: servers.map((server) => server.files),
        pids: servers.map((server) => server.pid),
      },
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
