import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Africa/Lagos",
});

/**
 * After a password reset by email the account may be in the hands of somebody who has only its mailbox, so for a while it gives out
 * no identity data, cannot be deleted, makes no administrators, deletes no users and exports neither users nor the audit log. It
 * adds no second step either, which would lock the owner out (threat 53).
 * Throws RECENTLY_RESET with the time when that ends.
 */
export async function requireNoRecentReset(userId: string, reader: Tx | typeof db = db): Promise<void> {
  const { passwordResetAt } = await reader.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordResetAt: true },
  });
  if (!passwordResetAt) return;
  const until = new Date(passwordResetAt.getTime() + env.RESET_HOLD_HOURS * 3_600_000);
  if (until.getTime() <= Date.now()) return;
  throw new AppError(
    "RECENTLY_RESET",
    `You recently set a new password by email. For security, you can do this again from ${moment.format(until)}.`,
  );
}
