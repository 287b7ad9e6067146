import "server-only";
import { db, transaction } from "@/lib/db/client";
import { currentRevision } from "./watchlists";
import { screenUser } from "./screen";

const BATCH = 50;

/**
 * Screens every user with a submission who is not screened against the present lists: after a submission, a change of name, and an
 * import. A job: each user is one transaction, so it continues after a crash, and several servers share the work.
 */
export async function screenDueUsers(): Promise<void> {
  for (;;) {
    const revision = await currentRevision();
    const due = await db.screening.findMany({
      where: { revision: { lt: revision } },
      select: { userId: true },
      orderBy: { revision: "asc" },
      take: BATCH,
    });
    let screened = 0;
    const failures: unknown[] = [];
    for (const { userId } of due) {
      try {
        if (await screenDueUser(userId)) screened += 1;
      } catch (error) {
        // The others are screened all the same.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    // No users are left, or only those whom another server works on.
    if (screened === 0) return;
  }
}

/** False if the user is locked, e.g. by another server, or is screened already. */
async function screenDueUser(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const locked = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return false;
    // Read before the lists: a list that becomes active meanwhile leaves the user due.
    const revision = await currentRevision(tx);
    const { count } = await tx.screening.updateMany({
      where: { userId, revision: { lt: revision } },
      data: { revision, screenedAt: new Date() },
    });
    if (count === 0) return false;
    await screenUser(tx, userId);
    return true;
  });
}
