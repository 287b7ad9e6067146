import "server-only";
import { audit } from "@/lib/audit/audit";
import { transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume, tryConsume } from "@/lib/limits/limits";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";

const HOUR_SECONDS = 3_600;

/**
 * Consumes one of an administrator's reveals per hour. The first attempt beyond the limit in each hour is audited and emailed to all super
 * administrators (threat 52). Throws RATE_LIMITED.
 */
export async function consumeReveal({ userId, isSuper }: Viewer): Promise<void> {
  try {
    await consume(`reveal|${userId}`, env.LIMIT_REVEALS_PER_HOUR, HOUR_SECONDS);
  } catch (error) {
    if (error instanceof AppError && (await tryConsume(`reveal-alert|${userId}`, 1, HOUR_SECONDS))) {
      await transaction(async (tx) => {
        const reader = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
        const data = { reader: reader.name, limit: env.LIMIT_REVEALS_PER_HOUR };
        await emailSuperAdministrators(tx, "manyReveals", data);
        await audit(tx, { actorId: userId, action: "reveals.limited", targetId: userId, data: { isSuper } });
      });
    }
    throw error;
  }
}
