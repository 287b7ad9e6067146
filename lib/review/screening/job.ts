import "server-only";
import { db, lockUsers, transaction, type Prisma } from "@/lib/db/client";
import { syncAlert } from "./alerts";
import { prepareLists } from "./prepare-lists";
import { screenUser } from "./screen";
import { currentRevision } from "./watchlists";

const BATCH = 50;
const DAY_MS = 86_400_000;

/**
 * Screens every user with a submission against the current lists, after an import or a change of the rules. Called by a job. Each user is a
 * separate transaction, so the job resumes after a crash.
 */
export async function screenDueUsers(): Promise<void> {
  await prepareLists();
  await screenAll((revision) => ({ revision: { lt: revision } }));
}

/** Screens a user against the current lists if they are due, after a submission or a name change. Called by a job. */
export const screenDueUser = (userId: string): Promise<void> =>
  screen(userId, (revision) => ({ revision: { lt: revision } }));

/** Screens every user whose last screening is a day old, whatever has changed. A job calls this daily. */
export const screenAllUsers = (now = new Date()): Promise<void> =>
  screenAll(() => ({ screenedAt: { lt: new Date(now.getTime() - DAY_MS) } }));

/** The condition for users to be screened, given the revision of the lists. */
type IsDue = (revision: number) => Prisma.ScreeningWhereInput;

async function screenAll(isDue: IsDue): Promise<void> {
  const failures: unknown[] = [];
  let last: string | undefined;
  for (;;) {
    const { revision } = await currentRevision();
    const due = await db.screening.findMany({
      where: { ...isDue(revision), ...(last && { userId: { gt: last } }) },
      select: { userId: true },
      orderBy: { userId: "asc" },
      take: BATCH,
    });
    for (const { userId } of due) {
      // A failure does not delay the other users.
      await screen(userId, isDue).catch((error: unknown) => failures.push(error));
    }
    last = due.at(-1)?.userId;
    if (due.length < BATCH) break;
  }
  if (failures.length > 0) throw failures[0];
}

async function screen(userId: string, isDue: IsDue): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    // The revision is read before the lists, so that a list activated in between leaves the user due.
    const { revision } = await currentRevision(tx);
    const { count } = await tx.screening.updateMany({
      where: { userId, ...isDue(revision) },
      data: { revision, screenedAt: new Date() },
    });
    if (count === 0) return;
    const near = await screenUser(tx, userId);
    await syncAlert(tx, userId, null);
    await tx.screening.update({ where: { userId }, data: { near } });
  });
}
