import "server-only";
import type { Viewer } from "@/lib/viewer";
import { lockUsers, type Tx } from "@/lib/db/client";
import { requireOpenSession, type Actor } from "@/lib/db/lock-viewer";
import { can, type BackOfficeAccess } from "@/lib/rights";
import { AppError, notFound } from "@/lib/errors";

/**
 * Locks a user for an administrator's change, together with the administrator, whose rights are read again under the lock. Revoked rights
 * and ended sessions therefore no longer apply, and two super administrators cannot delete each other concurrently (threat 19). Users
 * cannot manage themselves, so a super administrator always remains. Throws UNAUTHENTICATED, FORBIDDEN, and NOT_FOUND for missing users and
 * for administrators that the viewer may not see.
 */
export async function lockManagedUser(
  tx: Tx,
  viewer: Pick<Viewer, "userId"> & Partial<Actor>,
  userId: string,
  access: BackOfficeAccess,
) {
  await lockUsers(tx, viewer.userId, userId);
  const { sessionId } = viewer;
  if (sessionId !== undefined) await requireOpenSession(tx, { userId: viewer.userId, sessionId });
  const actor = await tx.user.findUnique({
    where: { id: viewer.userId },
    select: { role: true, isSuper: true, duty: true, name: true },
  });
  if (!actor || !can(actor, access)) throw new AppError("FORBIDDEN");
  if (userId === viewer.userId) throw new AppError("FORBIDDEN", "You cannot do this to your own account");
  const user = await tx.user.findUnique({ where: { id: userId } });
  if (!user || (user.role === "admin" && !actor.isSuper)) throw notFound("User not found");
  return { user, actor };
}
