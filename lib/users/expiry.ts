import "server-only";
import { db } from "@/lib/db/client";

const DAY = 86_400_000;
/** An unverified registration is deleted after this time. */
const UNVERIFIED_DAYS = 7;

/**
 * Deletes expired data: codes, reset tokens, unverified accounts, unconfirmed two-step secrets, and sessions that ended long ago.
 */
export async function deleteExpiredAccountData(): Promise<void> {
  const now = Date.now();
  await db.emailCode.deleteMany({ where: { expiresAt: { lt: new Date(now - DAY) } } });
  await db.passwordReset.deleteMany({ where: { expiresAt: { lt: new Date(now - DAY) } } });
  await db.user.deleteMany({
    where: {
      emailVerifiedAt: null,
      createdAt: { lt: new Date(now - UNVERIFIED_DAYS * DAY) },
      submissions: { none: {} },
    },
  });
  await db.twoStep.deleteMany({
    where: { createdAt: { lt: new Date(now - DAY) }, user: { twoStepSince: null } },
  });
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: new Date(now) } }, { endedAt: { lt: new Date(now - 30 * DAY) } }] },
  });
}
