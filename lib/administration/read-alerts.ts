import "server-only";
import { audit, lockChain } from "@/lib/audit/audit";
import { countReadsPerDay } from "@/lib/audit/reads";
import { transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";

/**
 * Emails all super administrators about each administrator who has opened more users today than READS_ALERT_PER_DAY. One email per
 * administrator and day is sent, whichever server detects it (threat 51).
 */
export async function alertAboutManyReads(): Promise<void> {
  if (!(await countReadsPerDay(1)).some(isTooMany)) return;
  await transaction(async (tx) => {
    await lockChain(tx);
    for (const { readerId, users, day } of (await countReadsPerDay(1, tx)).filter(isTooMany)) {
      const data = { day: `d${day.replaceAll("-", "_")}` };
      const alerted = { action: "reads.alerted", targetId: readerId, data: { equals: data } };
      if ((await tx.auditEvent.count({ where: alerted })) > 0) continue;
      const reader = await tx.user.findUnique({ where: { id: readerId }, select: { name: true } });
      await emailSuperAdministrators(tx, "manyReads", {
        reader: reader?.name ?? "A deleted administrator",
        users,
      });
      await audit(tx, { actorId: null, action: "reads.alerted", targetId: readerId, data });
    }
  });
}

const isTooMany = ({ users }: { users: number }) => users > env.READS_ALERT_PER_DAY;
