import "server-only";
import { db } from "@/lib/db/client";
import { forgetTotals } from "./search-totals";

/**
 * Looks after the totals that the database keeps in the transaction of every change (migrations `back_office` and `growth`): exact at
 * every moment, and without counting. The changes are added as rows of differences, which are put together here.
 */

/** So few rows cost less to read than to fold. */
const WORTH_FOLDING = 200;

/** How many rows of differences a day may gather. */
const DAY_WORTH_FOLDING = 60;

/** Folds the rows of differences into one a sort, and a day. Several servers may do so at once: each folds what it took away itself. */
export async function compactDeltas(): Promise<void> {
  await foldDays();
  await forgetTotals();
  if ((await db.userTally.count()) < WORTH_FOLDING) return;
  await db.$executeRaw`
    WITH taken AS (DELETE FROM user_tallies RETURNING role, status, submitted, proved, count)
    INSERT INTO user_tallies (role, status, submitted, proved, count)
    SELECT role, status, submitted, proved, sum(count) FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;
}

async function foldDays(): Promise<void> {
  await db.$executeRaw`
    WITH taken AS (
      DELETE FROM user_days WHERE day IN (SELECT day FROM user_days GROUP BY day HAVING count(*) > ${DAY_WORTH_FOLDING})
      RETURNING day, role, status, submitted, count)
    INSERT INTO user_days (day, role, status, submitted, count)
    SELECT day, role, status, submitted, sum(count) FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;
  await db.$executeRaw`
    WITH taken AS (
      DELETE FROM decision_days WHERE day IN (SELECT day FROM decision_days GROUP BY day HAVING count(*) > ${DAY_WORTH_FOLDING})
      RETURNING day, status, count)
    INSERT INTO decision_days (day, status, count)
    SELECT day, status, sum(count) FROM taken GROUP BY 1, 2 HAVING sum(count) <> 0`;
}
