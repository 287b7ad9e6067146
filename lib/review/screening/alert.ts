import "server-only";
import { audit, lockChain } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { lagosDay } from "@/lib/dates";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";

/** Condition: open hits of approved users that have not been announced by email. */
const unannounced = { state: "open", endedAt: null, alertedAt: null, user: { status: "approved" } } as const;

/**
 * Emails all super administrators about new open hits of approved users, at most once a day (Lagos time) across all servers. A job calls
 * this.
 */
export async function alertAboutHits(): Promise<void> {
  if ((await db.screeningHit.count({ where: unannounced })) === 0) return;
  await transaction(async (tx) => {
    await lockChain(tx);
    const data = { day: `d${lagosDay().replaceAll("-", "_")}` };
    const alerted = { action: "screening.alerted", data: { equals: data } };
    if ((await tx.auditEvent.count({ where: alerted })) > 0) return;
    const users = await tx.screeningHit.groupBy({ by: "userId", where: unannounced });
    if (users.length === 0) return;
    await tx.screeningHit.updateMany({ where: unannounced, data: { alertedAt: new Date() } });
    await emailSuperAdministrators(tx, "watchlistHits", { users: users.length });
    await audit(tx, { actorId: null, action: "screening.alerted", targetId: null, data });
  });
}
