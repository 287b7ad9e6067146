import { stdout } from "node:process";
import { verifyBooks } from "@/lib/corrections/verify-books";
import { verifyLedger } from "@/lib/ledger/verify";
import { runOperatorCommand } from "../operator-command";
import { UserFacingError } from "../process";

/**
 * Checks the whole ledger (docs/ledger.md), and compares it with lines, receipts, payouts and schedules, even while servers are running. Each problem is
 * printed on a line, and the exit code is 1 if there is one. Usage: `npm run ledger:verify`.
 */
async function main(): Promise<void> {
  const report = (problem: string) => stdout.write(`${problem}\n`);
  const { entries, accounts, postings, problems: ofLedger } = await verifyLedger(report);
  const problems = ofLedger + (await verifyBooks(report));
  const counts = `Entries: ${entries}, accounts: ${accounts}, postings: ${postings}.`;
  if (problems > 0) throw new UserFacingError(`The ledger is wrong, problems: ${problems}. ${counts}`);
  stdout.write(`The ledger is right. ${counts}\n`);
}

await runOperatorCommand(main);
