import fs from "node:fs";
import path from "node:path";
import { stdout } from "node:process";
import { db } from "@/lib/db/client";
import { parseEnv } from "@/lib/env";
import { withDatabase } from "./command-database";
import { UserFacingError, dataDir, loadDotEnv } from "./process";
import { commandSecrets } from "./secrets";

/** The maximum number of lines of an error message shown to an operator. */
const MAX_LINES = 5;

/**
 * Runs a command that uses the application's code, with the configuration of the servers, or of the quickstart whose folder is DATA_DIR,
 * even while that is running. On failure, it prints the message and sets exit code 1.
 */
export async function runOperatorCommand(command: () => Promise<void>): Promise<void> {
  try {
    loadDotEnv();
    await withConfiguration(async () => {
      try {
        await command();
      } finally {
        await db.$disconnect();
      }
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : "failed";
    stdout.write(`${message.split("\n").slice(0, MAX_LINES).join("\n")}\n`);
    process.exitCode = 1;
  }
}

/** Completes process.env before `work` reads it. Throws a UserFacingError that names the variables to set. */
async function withConfiguration(work: () => Promise<void>): Promise<void> {
  if (process.env.DATABASE_URL) {
    requireConfiguration();
    return work();
  }
  const dir = dataDir();
  if (!fs.existsSync(path.join(dir, "postgres")))
    throw new UserFacingError(
      `There is no database in ${dir}: set DATABASE_URL and the other variables of the servers, or DATA_DIR to the folder of the quickstart.`,
    );
  return withDatabase("an operator command", (url) => {
    Object.assign(process.env, commandSecrets(dir), { DATABASE_URL: url });
    requireConfiguration();
    return work();
  });
}

function requireConfiguration(): void {
  try {
    parseEnv(process.env);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const inOneLine = message.replace(":\n  ", ": ").replaceAll("\n  ", ", ");
    throw new UserFacingError(`${inOneLine}. Set the variables as the servers have them.`);
  }
}
