import "server-only";
import { audit } from "@/lib/audit/audit";
import { replacePassword } from "@/lib/auth/password-reset";
import { hashPassword, rejectCommonPassword } from "@/lib/auth/passwords";
import { recordSecurityEvent } from "@/lib/auth/security-events";
import { createSession, endAllSessions, type SessionPointer } from "@/lib/auth/sessions";
import { requirePassword } from "@/lib/auth/step-up";
import { lockVerified } from "@/lib/auth/verified";
import type { Viewer } from "@/lib/viewer";
import type { Client } from "@/lib/client-info";
import { transaction } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import type * as z from "zod";
import type { changePasswordSchema } from "./schema";

/** Users' commands on their own account (product 10.3, 10.8). */

/**
 * Changes the password and ends all sessions. The caller's session is replaced by a new one, so that stolen tokens are invalid. Revokes
 * unused reset links and notifies the user by email.
 * Throws VALIDATION_FAILED at `current` or `password`, RATE_LIMITED, UNAUTHENTICATED if the session has ended in the meantime.
 * @returns the new session of the caller
 */
export async function changePassword(
  viewer: Viewer,
  { current, password }: z.output<typeof changePasswordSchema>,
  client: Client,
): Promise<SessionPointer> {
  rejectCommonPassword(password);
  const verified = await requirePassword(viewer, current, client, "current");
  if (password === current)
    throw invalid("password", "Your new password must be different from your current one");
  const passwordHash = await hashPassword(password);

  return transaction(async (tx) => {
    const { userId } = viewer;
    await lockVerified(tx, viewer, verified);
    await replacePassword(tx, userId, passwordHash, "password");
    await recordSecurityEvent(tx, userId, "password_changed", client);
    // With two-step login, the password alone is not a fresh proof.
    return createSession(tx, userId, client.userAgent, viewer.provedAt);
  });
}

/**
 * Ends one of the viewer's other sessions.
 * Throws NOT_FOUND both for ended sessions and for those of other users, CONFLICT for the current session.
 */
export async function endOwnSession(viewer: Viewer, sessionId: string): Promise<void> {
  const { userId } = viewer;
  if (sessionId === viewer.sessionId)
    throw new AppError("CONFLICT", "To end the session on this device, log out");
  await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const ended = await tx.session.updateMany({
      where: { id: sessionId, userId, endedAt: null },
      data: { endedAt: new Date(), endReason: "revoked" },
    });
    if (ended.count === 0) throw notFound("This device is already logged out");
    await audit(tx, { actorId: userId, action: "session.ended", targetId: userId, data: { sessionId } });
  });
}

/** Ends all other sessions of the viewer. Returns their number. */
export async function endOtherSessions(viewer: Viewer): Promise<number> {
  const { userId, sessionId } = viewer;
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const ended = await endAllSessions(tx, userId, "revoked", sessionId);
    if (ended > 0) {
      await audit(tx, { actorId: userId, action: "session.others_ended", targetId: userId, data: { ended } });
    }
    return ended;
  });
}
