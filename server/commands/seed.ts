// `npm run seed`: the demo data, into DATABASE_URL or the embedded PostgreSQL, also while quickstart is running. `npm run seed -- --users
// 100000` adds that many sample users.
import { generateClient } from "../build.ts";
import { withDatabase } from "../command-database.ts";
import { applyMigrations } from "../migrations.ts";
import { dataDir, loadDotEnv, runCommand } from "../process.ts";
import { ensureSecrets } from "../secrets.ts";
import { seed } from "../seed.ts";

await runCommand(async () => {
  loadDotEnv();
  await generateClient();
  await withDatabase("seed", async (url) => {
    await applyMigrations(url);
    await seed({ ...ensureSecrets(dataDir()).env, DATABASE_URL: url }, process.argv.slice(2));
  });
});
