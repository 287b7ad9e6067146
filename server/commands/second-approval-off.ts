import { stdout } from "node:process";
import { forceSecondApprovalOff } from "@/lib/approvals/requirements";
import { runOperatorCommand } from "../operator-command";

/**
 * Switches second approval off when no second super administrator is left to confirm it. This is audited without an actor, and emailed to
 * all super administrators. Usage: `npm run second-approval:off`.
 */
async function main(): Promise<void> {
  const wasOn = await forceSecondApprovalOff();
  stdout.write(`Second approval ${wasOn ? "is off now" : "was off already"}.\n`);
}

await runOperatorCommand(main);
