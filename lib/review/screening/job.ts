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
  const failures: unknown[] = [];
  let last: string | undefined;
  for (;;) {
    const revision = await currentRevision();
    const due = await db.screening.findMany({
      where: { revision: { lt: revision }, ...(last && { userId: { gt: last } }) },
      select: { userId: true },
      orderBy: { userId: "asc" },
      take: BATCH,
    });
    for (const { userId } of due) {
      // A failure does not delay the other users.
      await screenDueUser(userId).catch((error: unknown) => failures.push(error));
    }
    last = due.at(-1)?.userId;
    if (due.length < BATCH) break;
  }
  if (failures.length > 0) throw failures[0];
}

/** Screens a user. It does nothing if the user is locked, e.g. by another server, or is screened already. */
async function screenDueUser(userId: string): Promise<void> {
  await transaction(async (tx) => {
    const locked = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return;
    // The revision is read before the lists, so that a list that becomes active meanwhile leaves the user due.
    const revision = await currentRevision(tx);
    const { count } = await tx.screening.updateMany({
      where: { userId, revision: { lt: revision } },
      data: { revision, screenedAt: new Date() },
    });
    if (count === 0) return;
    await screenUser(tx, userId);
  });
}
