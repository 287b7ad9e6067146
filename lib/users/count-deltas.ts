import "server-only";
import { db } from "@/lib/db/client";

/**
 * Replaces the rows of `user_count_deltas` with one row per combination, with the same sums (ADR 10). Safe to run concurrently: each run
 * sums only the rows that it deletes.
 * @param minRows below this number, summing the rows is cheaper than compacting them
 */
export async function compactDeltas(minRows = 200): Promise<void> {
  if ((await db.userCountDelta.count()) < minRows) return;
  await db.$executeRaw`
    WITH deleted AS (DELETE FROM user_count_deltas RETURNING role, status, submitted, verified, delta)
    INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
    SELECT role, status, submitted, verified, sum(delta) FROM deleted GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0`;
}
