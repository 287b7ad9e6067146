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
 * After a password reset by email, the account may be controlled by a thief who has access only to its mailbox. For a while it therefore
 * reveals no identity data, cannot be deleted, cannot create administrators or delete users, and exports neither users nor the audit log.
 * It cannot add a second factor either, which would lock the owner out (threat 53). Throws RECENTLY_RESET with the time at which the hold
 * ends.
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
