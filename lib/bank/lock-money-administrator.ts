import "server-only";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lockUsers, type Tx } from "@/lib/db/client";
import { lockAdministrator, type Actor } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";

/**
 * Locks an administrator who decides about money, and the investors concerned. Throws FORBIDDEN for an investor's own money, NOT_FOUND for a
 * missing investor, and RECENTLY_RESET for a while after a password reset, so that access to an administrator's mailbox is not enough to move
 * money (threat 53).
 */
export async function lockMoneyAdministrator(
  tx: Tx,
  viewer: Actor,
  investorIds: readonly string[] = [],
): Promise<void> {
  const ids = [...new Set(investorIds)];
  await lockUsers(tx, viewer.userId, ...ids);
  const { isSuper } = await lockAdministrator(tx, viewer);
  await requireNoRecentReset(viewer.userId, tx);
  if (ids.includes(viewer.userId)) throw new AppError("FORBIDDEN", "You cannot do this to your own account");
  const where = { id: { in: ids }, ...(!isSuper && { role: { not: "admin" as const } }) };
  if ((await tx.user.count({ where })) < ids.length) throw notFound("User not found");
}
