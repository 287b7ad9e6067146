import "server-only";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";

const DAY = 86_400_000;
/** An unverified registration is deleted after this time. */
const UNVERIFIED_DAYS = 7;
/** Security events are retained for a year (threat 62), known devices as long as their cookie. */
const SECURITY_EVENT_DAYS = 365;
const KNOWN_DEVICE_DAYS = 400;

/**
 * Deletes expired data: codes, reset tokens, unverified accounts, unconfirmed two-step secrets, sessions that ended long ago, old security
 * events and unused devices.
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
      // A registration with a valid code is retained, because its code was requested only recently.
      OR: [{ emailCode: null }, { emailCode: { expiresAt: { lt: new Date(now) } } }],
    },
  });
  await db.twoStep.deleteMany({
    where: { createdAt: { lt: new Date(now - DAY) }, confirmedAt: null },
  });
  await db.session.deleteMany({
    where: {
      OR: [
        { lastSeenAt: { lt: new Date(now - env.SESSION_IDLE_DAYS * DAY) } },
        { createdAt: { lt: new Date(now - env.SESSION_MAX_DAYS * DAY) } },
        { endedAt: { lt: new Date(now - 30 * DAY) } },
      ],
    },
  });
  await db.securityEvent.deleteMany({ where: { at: { lt: new Date(now - SECURITY_EVENT_DAYS * DAY) } } });
  await db.knownDevice.deleteMany({ where: { lastUsedAt: { lt: new Date(now - KNOWN_DEVICE_DAYS * DAY) } } });
}
