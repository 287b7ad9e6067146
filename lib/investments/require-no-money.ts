import "server-only";
import { brand } from "@/lib/brand";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findHolders, type Holding } from "@/lib/ledger/holders";

const erasureMessages: Readonly<Record<Holding, string>> = {
  money: `This account still has money in investments, so it cannot be deleted. You can delete it once all money has been paid out. If you have questions, write to ${brand.supportEmail}.`,
  transfer: `A bank transfer that seems to belong to this account is being checked, so the account cannot be deleted yet. Try again once the transfer has been matched or refunded. If you have questions, write to ${brand.supportEmail}.`,
  request:
    "This account has requested an investment, so it cannot be deleted. Cancel the investment, or wait until it expires, and try again.",
};

/**
 * Throws CONFLICT if a locked user has money, a transfer that waits for a decision, or an unpaid investment: the account cannot be erased.
 * A statement that is imported meanwhile waits for the erasure.
 */
export async function requireNoMoney(tx: Tx, userId: string): Promise<void> {
  // A new statement line that is proposed for an investment refers to its row.
  await tx.$queryRaw`SELECT 1 FROM investments WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  const holding = (await findHolders([userId], tx)).get(userId);
  if (holding) throw new AppError("CONFLICT", erasureMessages[holding]);
}

/** Returns whether a locked user has an open investment or money in one. */
export const hasMoneyOrOpenInvestment = async (tx: Tx, userId: string): Promise<boolean> =>
  (await findHolders([userId], tx)).has(userId);

/** Throws CONFLICT if a locked user has money, a transfer that waits for a decision, or an open investment: the role cannot change. */
export async function requireNoOpenInvestment(tx: Tx, userId: string): Promise<void> {
  if (await hasMoneyOrOpenInvestment(tx, userId))
    throw new AppError(
      "CONFLICT",
      "This account has investments, so its role and type cannot be changed. They can be changed once every investment has ended, every transfer has been matched or refunded, and all money has been paid out.",
    );
}
