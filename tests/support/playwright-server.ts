// The server of the browser tests: a separate database with the demo data, and one server on PORT. Playwright starts and stops it. Tests
// find its address and variables in DATA_DIR/stack.json.
import fs from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../../server/build.ts";
import { runCommand, stopOnSignal } from "../../server/process.ts";
import { startDatabase, startServer } from "./server.ts";

await runCommand(async () => {
  const dataDir = process.env.DATA_DIR;
  const port = Number(process.env.PORT);
  // These variables refer to this server, not to the build.
  for (const name of ["DATA_DIR", "PORT", "APP_URL"]) delete process.env[name];

  await ensureBuilt();
  const database = await startDatabase({ dataDir, seed: true });
  const server = await startServer({
    database,
    port,
    env: {
      // The sandbox has test numbers, one of which responds only after this timeout.
      IDENTITY_PROVIDER: "sandbox",
      IDENTITY_TIMEOUT_MS: "1000",
      // All accounts come from one network.
      LIMIT_REGISTRATIONS_PER_HOUR: "2000",
    },
  }).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop().then(() => database.stop()));
  stopOnSignal(stop);
  // The server stops if Playwright was killed.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop().then(() => process.exit(0)), 2_000).unref();

  const stack = { url: server.url, env: database.env };
  fs.writeFileSync(path.join(database.dataDir, "stack.json"), JSON.stringify(stack));
  console.log(server.url);
});
