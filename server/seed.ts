import path from "node:path";
import { appFlags, root, run } from "./process.ts";

/** Fills the database of `env` with the plans and, with `--demo`, the demo accounts (prisma/seed). */
export async function seed(
  env: Record<string, string>,
  args: string[] = [],
  { quiet = false } = {},
): Promise<void> {
  const program = path.join(root, "prisma/seed/main.ts");
  await run("node", [...appFlags, program, ...args], { quiet, what: "The seed", env });
}
