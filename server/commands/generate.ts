// `npm run generate` generates the Prisma client (lib/db/generated) from prisma/schema.
import { generateClient } from "../build.ts";
import { runCommand } from "../process.ts";

await runCommand(async () => {
  console.log((await generateClient()) ? "Wrote the database client." : "The database client is up to date.");
});
