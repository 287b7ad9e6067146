// `npm run seed` adds the demo data to the embedded PostgreSQL, even while quickstart is running. `npm run seed -- --users 100000` adds
// that many sample users. A database given by DATABASE_URL gets only the plans, never an account (threat 56).
import { generateClient } from "../build.ts";
import { withDatabase } from "../command-database.ts";
import { applyMigrations } from "../migrations.ts";
import { UserFacingError, dataDir, loadDotEnv, runCommand } from "../process.ts";
import { ensureSecrets } from "../secrets.ts";
import { seed } from "../seed.ts";

await runCommand(async () => {
  loadDotEnv();
  const args = process.argv.slice(2);
  const isEmbedded = !process.env.DATABASE_URL;
  if (!isEmbedded && args.length > 0)
    throw new UserFacingError("Sample users are added to the demo's own database only. Remove DATABASE_URL.");
  await generateClient();
  await withDatabase("seed", async (url) => {
    await applyMigrations((!isEmbedded && process.env.DATABASE_MIGRATION_URL) || url);
    await seed(
      { ...ensureSecrets(dataDir()).env, DATABASE_URL: url },
      isEmbedded ? ["--demo", ...args] : [],
      {
        quiet: args.length === 0,
      },
    );
  });
});
