// Fills the database with the demo data. The seed itself is the app's own code (prisma/seed), so it runs as `npm run seed` does.
import fs from "node:fs";
import path from "node:path";
import { projectNode, root, run } from "./common.mjs";

/** Answers false when there is no seed. With arguments, what the seed says of its progress is shown. */
export async function seed(env, args = []) {
  const file = path.join(root, "prisma/seed/main.ts");
  if (!fs.existsSync(file)) return false;
  await run(projectNode, ["--conditions=react-server", "--import", "tsx", file, ...args], {
    quiet: args.length === 0,
    what: "The seed",
    env,
  });
  return true;
}
