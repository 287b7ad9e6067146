// The server of the browser tests: a database of its own with the demo data, and one server on PORT. Playwright starts it and
// ends it. What tests need to know is in DATA_DIR/stack.json: {url, env}.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "./lib/common.mjs";
import { continueOnProjectNode } from "./lib/install.mjs";

await main(async () => {
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  const { build, isBuilt } = await import("./lib/build.mjs");
  const { startDatabase, startServer } = await import("./lib/harness.mjs");
  const { stopOnSignal } = await import("./serve.mjs");

  const dataDir = process.env.DATA_DIR || undefined;
  const port = process.env.PORT ? Number(process.env.PORT) : undefined;
  // They say where this server is, not what the pages are built with.
  for (const name of ["DATA_DIR", "PORT", "APP_URL"]) delete process.env[name];

  if (!isBuilt(process.env)) await build();
  const database = await startDatabase({ dataDir, seed: true });
  const server = await startServer({ database, port }).catch(async (error) => {
    await database.stop();
    throw error;
  });
  let stopped;
  const stop = () => (stopped ??= server.stop().then(() => database.stop()));
  stopOnSignal(stop);
  // Our starter was killed: nobody will end us.
  const starter = process.ppid;
  setInterval(() => process.ppid !== starter && void stop().then(() => process.exit(0)), 2_000).unref();

  fs.writeFileSync(
    path.join(database.dataDir, "stack.json"),
    JSON.stringify({ url: server.url, env: database.env }),
  );
  console.log(server.url);
});
