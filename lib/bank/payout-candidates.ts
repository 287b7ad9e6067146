import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { referencesIn } from "./matching-rules";
import { openAccount } from "./sealed-account";

/** Proposals for the payout that a statement line settles (product 10.34). */

/** The facts of a statement line that proposals depend on. */
export interface StatementLine {
  id: string;
  /** In kobo: positive if received, negative if paid out. */
  amount: bigint;
  narration: string;
}

export interface PayoutMatch {
  payoutId: string;
  reference: string;
  payee: string;
  /** Whether the narration contains the payout's reference; otherwise only the amounts are equal. */
  isExact: boolean;
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** A payout recorded as rejected by the bank, without a settling statement line. */
export const rejected = { state: "returned", settledOn: null } as const;

/** The maximum number of payouts compared with a set of lines, per direction. */
const MAX_CANDIDATES = 1_000;

/** Returns payouts with the amounts of lines, newest first: released or rejected ones for paid-out lines, paid ones for received lines. */
function readCandidates(lines: readonly StatementLine[], isPaidOut: boolean, reader: Tx | typeof db) {
  const sameDirection = lines.filter(({ amount }) => amount < 0n === isPaidOut);
  return reader.payout.findMany({
    where: {
      OR: isPaidOut ? [{ state: "released" }, rejected] : [{ state: "paid" }],
      amount: { in: sameDirection.map(({ amount }) => absolute(amount)) },
    },
    orderBy: [{ state: "asc" }, { id: "desc" }],
    take: MAX_CANDIDATES,
  });
}

/**
 * Returns the payouts that each line may settle, those with the reference first. A received line is proposed as a returned payout only with
 * the reference, because an investor may pay the same amount.
 */
export async function proposePayouts(
  lines: readonly StatementLine[],
  reader: Tx | typeof db = db,
): Promise<Map<string, PayoutMatch[]>> {
  const [paidOut, received] = [
    await readCandidates(lines, true, reader),
    await readCandidates(lines, false, reader),
  ];
  const found = lines.map(({ id, amount, narration }) => {
    const references = referencesIn(narration).exact;
    const matches = (amount < 0n ? paidOut : received)
      .filter((payout) => payout.amount === absolute(amount))
      .map((payout) => ({
        payoutId: payout.id,
        reference: payout.reference,
        payee: openAccount("payouts", payout)?.accountName ?? "",
        isExact: references.includes(payout.reference),
      }))
      .filter(({ isExact }) => isExact || amount < 0n)
      .sort((a, b) => Number(b.isExact) - Number(a.isExact));
    return [id, matches] as const;
  });
  return new Map(found);
}
