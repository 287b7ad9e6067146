// `npm run seed`: the demo data, into DATABASE_URL or the embedded PostgreSQL, also while quickstart runs on it.
// `npm run seed -- --users 100000`: that many users besides.
import { fileURLToPath } from "node:url";
import { continueOnProjectNode, install } from "./lib/install.mjs";
import { dataDir, loadDotEnv, main } from "./lib/common.mjs";

await main(async () => {
  install();
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  loadDotEnv();
  const { withDatabase } = await import("./lib/database.mjs");
  const { ensureSecrets } = await import("./lib/secrets.mjs");
  const { seed } = await import("./lib/seed.mjs");
  const { deploy } = await import("./migrate.mjs");
  const { generate } = await import("./generate.mjs");
  await generate();
  await withDatabase("seed", async (url) => {
    await deploy(url);
    const { env } = ensureSecrets(dataDir());
    await seed({ ...env, DATABASE_URL: url }, process.argv.slice(2));
  });
  process.exit(0);
});
