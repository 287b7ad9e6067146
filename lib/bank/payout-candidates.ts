import "server-only";
import { db } from "@/lib/db/client";
import { openAccount } from "./sealed-account";

/** Which payouts a statement line may be. */
export interface StatementLine {
  id: string;
  /** In kobo: what arrived is positive, what left is negative. */
  amount: bigint;
  narration: string;
}

export interface PayoutMatch {
  payoutId: string;
  reference: string;
  payee: string;
  /** Whether the narration has the payout's reference; otherwise only the amount is equal. */
  isExact: boolean;
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
const letters = (text: string) => text.toUpperCase().replace(/[^\dA-Z]/g, "");

/** A payout of which an administrator has recorded that the bank has rejected it, so that no line shows that it left. */
export const rejected = { state: "returned", settledOn: null } as const;

/** The maximum number of payouts that are looked at for the amounts of some lines, in each direction. */
const MAX_CANDIDATES = 1_000;

/** What lines could be payouts of: what left may be a released one or else a rejected one, and what arrived one that came back; the newest first. */
function readPossible(lines: readonly StatementLine[], hasLeft: boolean) {
  const ofDirection = lines.filter(({ amount }) => amount < 0n === hasLeft);
  return db.payout.findMany({
    where: {
      OR: hasLeft ? [{ state: "released" }, rejected] : [{ state: "paid" }],
      amount: { in: ofDirection.map(({ amount }) => absolute(amount)) },
    },
    orderBy: [{ state: "asc" }, { id: "desc" }],
    take: MAX_CANDIDATES,
  });
}

/**
 * The payouts that each line may be, those with the reference in the narration first. What arrived is only taken for a payout that came back
 * with its reference, because an investor may pay the same amount.
 */
export async function proposePayouts(lines: readonly StatementLine[]): Promise<Map<string, PayoutMatch[]>> {
  const [left, arrived] = [await readPossible(lines, true), await readPossible(lines, false)];
  const found = lines.map(({ id, amount, narration }) => {
    const text = letters(narration);
    const matches = (amount < 0n ? left : arrived)
      .filter((payout) => payout.amount === absolute(amount))
      .map((payout) => ({
        payoutId: payout.id,
        reference: payout.reference,
        payee: openAccount(payout)?.accountName ?? "",
        isExact: text.includes(letters(payout.reference)),
      }))
      .filter(({ isExact }) => isExact || amount < 0n)
      .sort((a, b) => Number(b.isExact) - Number(a.isExact));
    return [id, matches] as const;
  });
  return new Map(found);
}
