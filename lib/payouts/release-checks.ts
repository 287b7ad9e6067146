import "server-only";
import { referencesIn } from "@/lib/bank/matching-rules";
import { openAccount } from "@/lib/bank/sealed-account";
import { openTexts } from "@/lib/bank/statement-lines";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { HOLD_HOURS, isSameAccount, readVerifiedAccounts } from "./accounts";
import { isOnStatement, readEvidence } from "./evidence";
import { requireHolders } from "./name-enquiries";
import { requireNotHeld } from "@/lib/users/watchlist-hold";
import { requireNoStop, requireNoStoppedAccount } from "./stops";

/** What is checked again before money leaves (product 10.34). */

/** What a release reads of payouts. */
export const releaseInclude = {
  user: true,
  parts: {
    include: { investment: { select: { reference: true } }, returned: true },
    orderBy: { id: "asc" },
  },
} as const satisfies Prisma.PayoutInclude;
export type PayoutWithParts = Prisma.PayoutGetPayload<{ include: typeof releaseInclude }>;

/**
 * Throws CONFLICT if a payout must not be released: payouts to its payee are stopped or wait for a watchlist hit, the institution names another holder of its account, no imported statement shows its money, an undecided
 * line shows that it was paid before, or its account is not the verified one or changed less than 72 hours ago.
 */
export async function requireReleasable(tx: Tx, payouts: readonly PayoutWithParts[]): Promise<void> {
  await requireNoStop(tx, payouts);
  await requireNotHeld(
    tx,
    payouts.map(({ userId }) => userId),
    "Payouts to",
  );
  await requireNoStoppedAccount(
    tx,
    payouts.flatMap((payout) => (payout.userId ? [] : (openAccount("payouts", payout) ?? []))),
  );
  await requireHolders(tx, payouts);
  await requireStatements(tx, payouts);
  await requireNotPaid(tx, payouts);
  await requireVerifiedAccounts(tx, payouts);
}

/** Throws CONFLICT if the money of a payout is on no imported statement: it may never have arrived. */
export async function requireStatements(
  tx: Tx,
  payouts: readonly { reference: string; parts: readonly { id: string }[] }[],
): Promise<void> {
  const evidence = await readEvidence(
    payouts.flatMap(({ parts }) => parts.map(({ id }) => id)),
    tx,
  );
  const unproved = payouts.find(({ parts }) => !parts.every(({ id }) => isOnStatement(evidence.get(id)!)));
  if (unproved)
    throw new AppError(
      "CONFLICT",
      `The money of payout ${unproved.reference} is on no imported statement. Import the statement that shows its receipt first.`,
    );
}

/** The maximum number of undecided lines compared with returned payouts. */
const MAX_LINES = 1_000;

/** Throws CONFLICT if an undecided line has the reference of a payout that was returned or rejected, and is now released again. */
async function requireNotPaid(tx: Tx, payouts: readonly PayoutWithParts[]): Promise<void> {
  const returned = payouts.flatMap(({ parts }) => parts.flatMap((part) => part.returned ?? []));
  if (returned.length === 0) return;
  const lines = await tx.statementLine.findMany({
    where: { state: "waiting", amount: { in: returned.map(({ amount }) => -amount) } },
    orderBy: { id: "desc" },
    take: MAX_LINES,
  });
  const references = new Set(lines.flatMap((line) => referencesIn(openTexts(line).narration).exact));
  const paid = returned.find(({ reference }) => references.has(reference));
  if (paid)
    throw new AppError(
      "CONFLICT",
      `A statement line shows that payout ${paid.reference} was paid, although it was returned. Decide about that line first, or withdraw the batch.`,
    );
}

export const unreadableAccountError = () =>
  new AppError(
    "CONFLICT",
    "The account of a payout in this batch cannot be read. Contact your system administrator.",
  );

async function requireVerifiedAccounts(tx: Tx, payouts: readonly PayoutWithParts[]): Promise<void> {
  if (payouts.some((payout) => !payout.userId && !openAccount("payouts", payout)))
    throw unreadableAccountError();
  const verified = await readVerifiedAccounts(
    payouts.flatMap(({ userId }) => userId ?? []),
    tx,
  );
  const changed = payouts.find((payout) => {
    const [current, proposed] = [verified.get(payout.userId ?? ""), openAccount("payouts", payout)];
    return payout.userId && !(current && proposed && isSameAccount(current, proposed));
  });
  if (changed)
    throw new AppError(
      "CONFLICT",
      `The bank account of ${changed.user!.name} has changed since the proposal. Withdraw the batch and propose it again.`,
    );
  // An account may have changed and then changed back.
  const held = payouts.find(({ userId }) => (verified.get(userId ?? "")?.heldUntil ?? 0) > new Date());
  if (held)
    throw new AppError(
      "CONFLICT",
      `The bank account of ${held.user!.name} changed less than ${HOLD_HOURS} hours ago. Release the batch after that, or withdraw it.`,
    );
}
