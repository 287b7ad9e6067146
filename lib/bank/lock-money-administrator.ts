import "server-only";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lockUsers, type Tx } from "@/lib/db/client";
import { lockAdministrator, type Actor } from "@/lib/db/lock-viewer";
import { lockManagedUser } from "@/lib/users/lock-managed-user";

/**
 * Locks an administrator who decides about money, and the investors concerned. Throws like `lockManagedUser`, and RECENTLY_RESET for a
 * while after a password reset, so that access to an administrator's mailbox is not enough to move money (threat 53).
 */
export async function lockMoneyAdministrator(
  tx: Tx,
  viewer: Actor,
  investorIds: readonly string[] = [],
): Promise<void> {
  await lockUsers(tx, viewer.userId, ...investorIds);
  await lockAdministrator(tx, viewer);
  await requireNoRecentReset(viewer.userId, tx);
  for (const userId of new Set(investorIds)) await lockManagedUser(tx, viewer, userId);
}
