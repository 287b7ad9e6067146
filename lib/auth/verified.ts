import "server-only";
import type { Tx } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume } from "@/lib/limits/limits";

/**
 * A user who has given a password, a second factor or both, and the version of the credentials that they were compared with. It counts
 * only in a transaction that finds that version: whoever knows the old password, or has begun a setup with it, has nothing after a
 * reset (threat 53).
 */
export interface Verified {
  userId: string;
  credentialsVersion: number;
}

/**
 * Counts a correct proof. Each proof adds rows: sessions, devices, events and emails. The limit is generous, and new credentials have one
 * of their own, so that whoever used it up does not keep out an owner who sets a new password. Throws RATE_LIMITED.
 */
export const consumeProof = ({ userId, credentialsVersion }: Verified): Promise<void> =>
  consume(`proof|${userId}|${credentialsVersion}`, env.LIMIT_LOGINS_PER_HOUR, 3_600);

/** Ends what was verified or begun before: log-ins and proofs under way, challenges for passkeys, the setup of an app. */
export async function endEarlierProofs(tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { credentialsVersion: { increment: 1 } } });
  await tx.twoStep.deleteMany({ where: { userId, confirmedAt: null } });
}

const currentVersion = async (tx: Tx, userId: string): Promise<number | undefined> =>
  (await tx.user.findUnique({ where: { id: userId }, select: { credentialsVersion: true } }))
    ?.credentialsVersion;

/**
 * Holds the credentials as they were verified until the end of the transaction, which opens a session. The lock is shared: log-ins of
 * one account do not wait for each other, only changes of its credentials do. Throws INVALID_CREDENTIALS.
 */
export async function holdVerified(tx: Tx, { userId, credentialsVersion }: Verified): Promise<void> {
  const [user] = await tx.$queryRaw<{ version: number }[]>`
    SELECT credentials_version AS version FROM users WHERE id = ${userId}::uuid FOR SHARE`;
  if (user?.version === credentialsVersion) return;
  throw new AppError("INVALID_CREDENTIALS", "Your account has just changed. Log in again.");
}

/** Locks the viewer for an act that needs the proof. Throws UNAUTHENTICATED as `lockViewer`, CONFLICT if the credentials have changed. */
export async function lockVerified(
  tx: Tx,
  viewer: Actor,
  { userId, credentialsVersion }: Verified,
): Promise<void> {
  await lockViewer(tx, viewer);
  if (userId === viewer.userId && (await currentVersion(tx, userId)) === credentialsVersion) return;
  throw new AppError("CONFLICT", "Your login details have just changed. Please try again.");
}
