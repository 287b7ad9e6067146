import "server-only";
import { db, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { keyStart } from "./key-text";

const UNUSED_DAYS = 90;
const DAY_MS = 86_400_000;
/** Keys per run. */
const BATCH = 100;

/** Emails the owners of working keys that were not used for 90 days, once until the next use. */
export async function remindOfUnusedKeys(now: Date = new Date()): Promise<void> {
  const since = new Date(now.getTime() - UNUSED_DAYS * DAY_MS);
  const rows = await db.apiKey.findMany({
    where: {
      revokedAt: null,
      expiresAt: { gt: now },
      remindedAt: null,
      madeAt: { lt: since },
      OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: since } }],
    },
    include: { owner: { select: { id: true, name: true, email: true } } },
    orderBy: { id: "asc" },
    take: BATCH,
  });
  for (const { id, name: keyName, publicId, owner } of rows) {
    await transaction(async (tx) => {
      const { count } = await tx.apiKey.updateMany({
        where: { id, remindedAt: null },
        data: { remindedAt: now },
      });
      if (count === 0) return;
      const data = { name: owner.name, keyName, start: keyStart(publicId), days: UNUSED_DAYS };
      await enqueue(tx, { to: owner.email, userId: owner.id, template: "apiKeyUnused", data });
    });
  }
}
