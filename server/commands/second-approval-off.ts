import { stdout } from "node:process";
import { db } from "@/lib/db/client";
import { forceRuleOff } from "@/lib/proposals/rules";
import { approvalRules } from "@/lib/proposals/schema";

/**
 * Switches a rule of second approval off where no second super administrator is left to confirm it. Audited without an actor, and emailed
 * to all super administrators. Usage: `npm run second-approval:off -- administrators`.
 */
async function main(): Promise<void> {
  const rule = approvalRules.find((name) => name === process.argv[2]);
  if (!rule) throw new Error(`Name one of the rules: ${approvalRules.join(", ")}`);
  const wasOn = await forceRuleOff(rule);
  stdout.write(`The rule '${rule}' ${wasOn ? "is off now" : "was off already"}.\n`);
}

try {
  await main();
} catch (error) {
  stdout.write(`${error instanceof Error ? error.message : "failed"}\n`);
  process.exitCode = 1;
} finally {
  await db.$disconnect();
}
