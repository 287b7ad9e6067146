import { stdout } from "node:process";
import { db } from "@/lib/db/client";

/** Lines of an error message that an operator reads. */
const MAX_LINES = 5;

/** Runs a command that uses the product's own code. A failure is its message and exit code 1. */
export async function runOperatorCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const message = error instanceof Error ? error.message : "failed";
    stdout.write(`${message.split("\n").slice(0, MAX_LINES).join("\n")}\n`);
    process.exitCode = 1;
  } finally {
    await db.$disconnect();
  }
}
