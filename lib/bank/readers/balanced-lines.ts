import "server-only";
import type { StatementLine } from "./statement";

/** A line whose balance is known. */
export interface BalancedLine extends StatementLine {
  balanceKobo: bigint;
}

/** Whether the file gives the balances of its lines: of all or of none. */
export const isBalanced = (lines: readonly StatementLine[]): lines is readonly BalancedLine[] =>
  lines.every(({ balanceKobo }) => balanceKobo !== null);

/** Returns lines, oldest first, with the balances that lead to a closing balance in kobo. */
export function balanceLines(lines: readonly StatementLine[], closingKobo: bigint): BalancedLine[] {
  let balanceKobo = closingKobo - lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
  return lines.map((line) => ({ ...line, balanceKobo: (balanceKobo += line.amountKobo) }));
}
