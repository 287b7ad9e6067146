import { stdout } from "node:process";
import { forceRuleOff } from "@/lib/proposals/rules";
import { approvalRules } from "@/lib/proposals/schema";
import { runOperatorCommand } from "../operator-command";

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

await runOperatorCommand(main);
