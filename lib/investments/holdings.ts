import "server-only";
import { brand } from "@/lib/brand";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** Whether money was received for an investment of a locked user and not all of it was paid back. */
async function hasMoney(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM ledger_accounts WHERE owner_id = ${userId}::uuid AND balance <> 0)
      OR EXISTS (SELECT FROM payouts WHERE user_id = ${userId}::uuid AND state IN ('due', 'proposed', 'released')) AS found`;
  return row.found;
}

/** Throws CONFLICT if there is money in the account of a locked user, which cannot be erased before all of it was paid back. */
export async function requireNoMoney(tx: Tx, userId: string): Promise<void> {
  if (await hasMoney(tx, userId))
    throw new AppError(
      "CONFLICT",
      `There is money in the investments of this account, so it cannot be deleted. It can be deleted once all of it has been paid back. For questions write to ${brand.supportEmail}.`,
    );
}

/** Throws CONFLICT if a locked user has an investment that has not ended, or money in one: their role cannot change. */
export async function requireNoOpenInvestment(tx: Tx, userId: string): Promise<void> {
  const open = await tx.investment.count({ where: { userId, state: { in: ["requested", "active"] } } });
  if (open > 0 || (await hasMoney(tx, userId)))
    throw new AppError(
      "CONFLICT",
      "This account has investments, so its role and type cannot be changed. They can be changed once every investment has ended and all money has been paid back.",
    );
}
