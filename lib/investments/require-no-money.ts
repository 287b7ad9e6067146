import "server-only";
import { brand } from "@/lib/brand";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** Returns whether a locked user has a balance or a pending payout. */
async function hasMoney(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM ledger_accounts WHERE owner_id = ${userId}::uuid AND balance <> 0)
      OR EXISTS (SELECT FROM payouts WHERE user_id = ${userId}::uuid AND state IN ('due', 'proposed', 'released')) AS found`;
  return row.found;
}

/** Throws CONFLICT if a locked user has money in investments: the account can be erased once all of it has been paid out. */
export async function requireNoMoney(tx: Tx, userId: string): Promise<void> {
  if (await hasMoney(tx, userId))
    throw new AppError(
      "CONFLICT",
      `This account still has money in investments, so it cannot be deleted. You can delete it once all money has been paid out. If you have questions, write to ${brand.supportEmail}.`,
    );
}

/** Returns whether a locked user has an open investment or money in one. */
export async function hasMoneyOrOpenInvestment(tx: Tx, userId: string): Promise<boolean> {
  const open = await tx.investment.count({ where: { userId, state: { in: ["requested", "active"] } } });
  return open > 0 || (await hasMoney(tx, userId));
}

/** Throws CONFLICT if a locked user has an open investment or money in one: the role cannot change. */
export async function requireNoOpenInvestment(tx: Tx, userId: string): Promise<void> {
  if (await hasMoneyOrOpenInvestment(tx, userId))
    throw new AppError(
      "CONFLICT",
      "This account has investments, so its role and type cannot be changed. They can be changed once every investment has ended and all money has been paid out.",
    );
}
