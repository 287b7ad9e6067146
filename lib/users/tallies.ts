import "server-only";
import { db, type Prisma } from "@/lib/db/client";

/**
 * How many users there are of a sort, exact at the moment of the call and without counting them: the database keeps the numbers in
 * the transaction of every change (migration `back_office`). `where` names the sort.
 */
export async function tally(where: Prisma.UserTallyWhereInput): Promise<number> {
  const { _sum } = await db.userTally.aggregate({ where, _sum: { count: true } });
  return _sum.count ?? 0;
}

/** So few rows cost less to read than to fold. */
const WORTH_FOLDING = 200;

/** Folds the rows of differences into one a sort. Several servers may do so at once: each folds what it took away itself. */
export async function foldTallies(): Promise<void> {
  if ((await db.userTally.count()) < WORTH_FOLDING) return;
  await db.$executeRaw`
    WITH taken AS (DELETE FROM user_tallies RETURNING role, status, submitted, proved, count)
    INSERT INTO user_tallies (role, status, submitted, proved, count)
    SELECT role, status, submitted, proved, sum(count) FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;
}
