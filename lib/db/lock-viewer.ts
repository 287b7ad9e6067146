import "server-only";
import { AppError } from "@/lib/errors";
import { can, type BackOfficeAccess } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import { lockUsers, type Tx } from "./client";

/** The acting user and their session, or the key of a program that acts for them. */
export type Actor = Pick<Viewer, "userId" | "sessionId" | "key">;

/**
 * Requires that the session in which a request began is still open; call it after `lockUsers`. Password resets, password changes and
 * `log out other devices` lock the user too, so nothing is done for a session that they have ended (threat 53). A key must not be revoked.
 * Throws UNAUTHENTICATED.
 */
export async function requireOpenSession(tx: Tx, { userId, sessionId, key }: Actor): Promise<void> {
  const open = key
    ? await tx.apiKey.count({
        where: { id: key.id, ownerId: userId, revokedAt: null, expiresAt: { gt: new Date() } },
      })
    : await tx.session.count({ where: { id: sessionId, userId, endedAt: null } });
  if (open === 0) throw new AppError("UNAUTHENTICATED");
}

/** Locks the viewer's own row. Throws UNAUTHENTICATED if the session has ended or the account was deleted since the request began. */
export async function lockViewer(tx: Tx, viewer: Actor): Promise<void> {
  await lockUsers(tx, viewer.userId);
  await requireOpenSession(tx, viewer);
}

/**
 * Locks an administrator and reads their rights again under the lock, so that a right withdrawn meanwhile no longer applies (threat 19).
 * Throws UNAUTHENTICATED, FORBIDDEN.
 */
export async function lockAdministrator(tx: Tx, viewer: Actor, access: BackOfficeAccess) {
  await lockViewer(tx, viewer);
  const select = { role: true, isSuper: true, duty: true, name: true } as const;
  const actor = await tx.user.findUnique({ where: { id: viewer.userId }, select });
  if (!actor || !can(actor, access)) throw new AppError("FORBIDDEN");
  return actor;
}
