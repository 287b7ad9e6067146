import path from "node:path";
import { appFlags, root, run } from "./process.ts";

/** Fills the database of `env` with the demo data (prisma/seed). With arguments, its progress is shown. */
export async function seed(env: Record<string, string>, args: string[] = []): Promise<void> {
  const quiet = args.length === 0;
  const program = path.join(root, "prisma/seed/main.ts");
  await run("node", [...appFlags, program, ...args], { quiet, what: "The seed", env });
}
