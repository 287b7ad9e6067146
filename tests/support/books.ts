import { expect } from "vitest";
import { verifyBooks } from "@/lib/corrections/verify-books";
import { verifyLedger } from "@/lib/ledger/verify";

/** Requires sound books at the end of a file that shares its database with others, some of which post entries that are about nothing. */
export async function watchBooks(): Promise<() => Promise<void>> {
  const before = await readProblems();
  return async () => expect(await readProblems()).toEqual(before);
}

async function readProblems(): Promise<string[]> {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  await verifyBooks((problem) => problems.push(problem));
  return problems.map(withDifference).toSorted();
}

/** Returns an amount such as `-₦1,000.50` in kobo. */
const koboOf = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);

/** Replaces two totals, which grow, by their difference. */
function withDifference(problem: string): string {
  const totals = /^(Unallocated receipts|Payouts in transit) are (\S+?)[;,] .* (\S+?)\.$/.exec(problem);
  return totals ? `${totals[1]} differ by ${koboOf(totals[2]!) - koboOf(totals[3]!)} kobo` : problem;
}
