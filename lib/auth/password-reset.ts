import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import type { Client } from "@/lib/client-info";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume, consumePerNetwork } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import type { resetPasswordSchema } from "@/lib/users/schema";
import { isKnownDevice } from "./devices";
import { requestEmail } from "./email-requests";
import { hashPassword, rejectCommonPassword } from "./passwords";
import { recordSecurityEvent } from "./security-events";
import { endAllSessions, type EndReason } from "./sessions";
import { secretHash } from "./tokens";

/** Setting a password with an emailed link (product 7.1, 10.3). */

/** Requests an email with a reset link. The response is the same for unknown addresses (threat 6). Throws RATE_LIMITED. */
export async function forgotPassword(email: string, client: Client): Promise<void> {
  const emails = env.LIMIT_CODE_MAILS_PER_HOUR;
  await consumePerNetwork("forgot", client, env.LIMIT_REGISTRATIONS_PER_HOUR, 3_600);
  // Emails are limited per address and network, so that a stranger cannot exhaust the owner's quota, with a higher limit per address. A
  // browser on which the user has logged in has a separate quota, so many strangers cannot exhaust it either (threat 59).
  if (client.device && (await isKnownDevice(email, client.device))) {
    await consume(`forgot-device|${email}|${client.device}`, emails, 3_600);
  } else {
    await consumePerNetwork(`forgot|${email}`, client, emails, 3_600);
    await consume(`forgot|${email}`, emails * 8, 3_600);
  }
  await requestEmail("reset", email);
}

/**
 * Sets a new password with an emailed single-use token. Ends all sessions, revokes all other tokens, and verifies the email address.
 * Throws INVALID_TOKEN, VALIDATION_FAILED for a common password.
 */
export async function resetPassword(
  input: z.output<typeof resetPasswordSchema>,
  client: Client,
): Promise<void> {
  rejectCommonPassword(input.password);
  const tokenHash = secretHash("password reset", input.token);
  const bad = () =>
    new AppError("INVALID_TOKEN", "This link has expired or has already been used. Request a new one.");
  const usable = () => ({ tokenHash, usedAt: null, expiresAt: { gt: new Date() } });
  const known = await db.passwordReset.findFirst({ where: usable(), select: { userId: true } });
  if (!known) throw bad();
  const { userId } = known;
  const passwordHash = await hashPassword(input.password);

  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    const used = await tx.passwordReset.updateMany({ where: usable(), data: { usedAt: new Date() } });
    if (used.count === 0) throw bad();
    await tx.emailCode.deleteMany({ where: { userId } });
    // An invited administrator has no password to replace.
    await tx.user.updateMany({
      where: { id: userId, passwordHash: { not: null } },
      data: { passwordResetAt: new Date() },
    });
    // The password is replaced before the address is verified, so that the email to it does not contain the name (threat 58).
    await replacePassword(tx, userId, passwordHash, "reset");
    await tx.user.updateMany({
      where: { id: userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
    });
    await recordSecurityEvent(tx, userId, "password_reset", client);
  });
}

/** Stores a new password, revokes unused reset links, ends all sessions and notifies the user by email. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  reason: EndReason,
): Promise<void> {
  const user = await tx.user.update({
    where: { id: userId },
    data: { passwordHash, passwordContested: false, passwordIsTemporary: false },
    select: { email: true, name: true },
  });
  await tx.passwordReset.deleteMany({ where: { userId, usedAt: null } });
  await endAllSessions(tx, userId, reason);
  await enqueue(tx, { to: user.email, userId, template: "passwordChanged", data: { name: user.name } });
  await audit(tx, { actorId: userId, action: "user.password_changed", targetId: userId });
}
