import "server-only";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lockUsers, type Tx } from "@/lib/db/client";
import { lockAdministrator, type Actor } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { requireNoInvestorConflict } from "@/lib/users/conflicts";

/**
 * Locks an administrator who decides about money, and the investors concerned. Throws FORBIDDEN for an investor's own money, NOT_FOUND for
 * a missing investor, CONFLICT for an investor with whom the administrator shares identifying details (threat 64), and RECENTLY_RESET for a
 * while after a password reset, so that access to an administrator's mailbox is not enough to move money (threat 53).
 */
export async function lockMoneyAdministrator(
  tx: Tx,
  viewer: Actor,
  investorIds: readonly string[] = [],
): Promise<void> {
  const ids = [...new Set(investorIds)];
  await lockUsers(tx, viewer.userId, ...ids);
  const { isSuper } = await lockAdministrator(tx, viewer, "money.act");
  await requireNoRecentReset(viewer.userId, tx);
  if (ids.includes(viewer.userId)) throw new AppError("FORBIDDEN", "You cannot do this to your own account");
  const where = { id: { in: ids }, ...(!isSuper && { role: { not: "admin" as const } }) };
  if ((await tx.user.count({ where })) < ids.length) throw notFound("User not found");
  await requireNoInvestorConflict(tx, viewer.userId, ids);
}

/**
 * Requires that the administrator who proposed an act of money is not an investor concerned, and shares no identifying details with one.
 * Throws FORBIDDEN, CONFLICT.
 */
export async function requireUnrelatedProposer(
  tx: Tx,
  proposerId: string,
  investorIds: readonly string[],
): Promise<void> {
  if (investorIds.includes(proposerId))
    throw new AppError("FORBIDDEN", "The administrator who asked for this is the investor concerned");
  await requireNoInvestorConflict(tx, proposerId, investorIds, "The administrator who asked for this");
}
