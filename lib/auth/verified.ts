import "server-only";
import type { Tx } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume } from "@/lib/limits/limits";

/**
 * A user who has given a password, a second factor or both, and the version of the credentials that was verified. The proof counts only in
 * a transaction that finds the same version: after a reset, the old password or a setup begun with it is worthless (threat 53).
 */
export interface Verified {
  userId: string;
  credentialsVersion: number;
}

/**
 * Consumes one correct proof. Each proof adds rows: sessions, devices, events and emails. The limit is generous, and new credentials have a
 * separate one, so that exhausting it cannot keep out an owner who sets a new password. Throws RATE_LIMITED.
 */
export const consumeProof = ({ userId, credentialsVersion }: Verified): Promise<void> =>
  consume(`proof|${userId}|${credentialsVersion}`, env.LIMIT_LOGINS_PER_HOUR, 3_600);

/** Ends earlier proofs: logins and proofs in progress, challenges for passkeys, and the setup of an app. */
export async function endEarlierProofs(tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { credentialsVersion: { increment: 1 } } });
  await tx.twoStep.deleteMany({ where: { userId, confirmedAt: null } });
}

const currentVersion = async (tx: Tx, userId: string): Promise<number | undefined> =>
  (await tx.user.findUnique({ where: { id: userId }, select: { credentialsVersion: true } }))
    ?.credentialsVersion;

/**
 * Holds the verified credentials until the end of the transaction, which opens a session. The lock is shared: logins to one account do not
 * block each other, only changes of its credentials do. Throws INVALID_CREDENTIALS.
 */
export async function holdVerified(tx: Tx, { userId, credentialsVersion }: Verified): Promise<void> {
  const [user] = await tx.$queryRaw<{ version: number }[]>`
    SELECT credentials_version AS version FROM users WHERE id = ${userId}::uuid FOR SHARE`;
  if (user?.version === credentialsVersion) return;
  throw new AppError("INVALID_CREDENTIALS", "Your account has just changed. Log in again.");
}

/**
 * Locks the viewer for an act that needs the proof. Throws UNAUTHENTICATED as `lockViewer` does, CONFLICT if the credentials have changed.
 */
export async function lockVerified(
  tx: Tx,
  viewer: Actor,
  { userId, credentialsVersion }: Verified,
): Promise<void> {
  await lockViewer(tx, viewer);
  if (userId === viewer.userId && (await currentVersion(tx, userId)) === credentialsVersion) return;
  throw new AppError("CONFLICT", "Your login details have just changed. Please try again.");
}
