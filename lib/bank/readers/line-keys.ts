import "server-only";
import { createHash } from "node:crypto";
import type { StatementLine } from "./statement";

/** Returns the identity of a line: the bank reference, or else the texts and the balance. */
function identityOf({ on, amountKobo, bankReference, narration, counterparty, balanceKobo }: StatementLine) {
  const texts = [narration.toLowerCase(), counterparty.toLowerCase()];
  const details = bankReference
    ? [bankReference]
    : balanceKobo === null
      ? texts
      : [...texts, String(balanceKobo)];
  return [on, String(amountKobo), ...details];
}

/** Returns the first line without a reference or balance that differs from another only by its position in the file. */
export function findIndistinct(lines: readonly StatementLine[]): StatementLine | undefined {
  const seen = new Set<string>();
  return lines.find((line) => {
    if (line.bankReference || line.balanceKobo !== null) return false;
    const identity = JSON.stringify(identityOf(line));
    if (seen.has(identity)) return true;
    seen.add(identity);
    return false;
  });
}

/**
 * Returns a key for each line, which identifies it in overlapping files: its identity, and the number of identical lines before it on the
 * same day. Two identical payments on one day have different keys in each file with both and, if it has balances, in any file (ADR 39).
 */
export function lineKeys(account: string, lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const base = JSON.stringify([account, ...identityOf(line)]);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return createHash("sha256").update(`${base} ${count}`).digest("hex");
  });
}
