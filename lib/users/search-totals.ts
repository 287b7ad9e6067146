import "server-only";
import { createHash } from "node:crypto";
import { db, clientOverride, Prisma } from "@/lib/db/client";

/**
 * The total of a common search. Counting what a fifth of a million people have takes a tenth of a second, so what was counted is kept
 * for a moment with the snapshot of the database it was counted in. Until then it is brought up to now with what changed since, by
 * `user_changes`: exact in every snapshot, like `user_tallies` (ADR 20).
 */
const KEPT_SECONDS = 60;
/** After this long whoever asks keeps it anew as it is now, so that what is asked for again and again is counted once. */
const RENEWED_SECONDS = 10;
/** Longer than a total is kept and than any transaction takes; then a change is of no use to anybody. */
const CHANGES_SECONDS = 300;
/** What finds fewer is quickly counted. */
const WORTH_KEEPING = 500;

/** The same for the same search and filter. */
export const searchKey = (condition: Prisma.Sql): string =>
  createHash("sha256")
    .update(JSON.stringify([condition.sql, condition.values]))
    .digest("base64url");

/** The changes that the snapshot of a kept total does not see. */
const SINCE = Prisma.sql`transaction >= pg_snapshot_xmin(snapshot::pg_snapshot)::text::bigint
  AND NOT pg_visible_in_snapshot(transaction::text::xid8, snapshot::pg_snapshot)`;

/** A query of what is kept: `total` now, `among` how many users, and whether to `renew` it; no row when nothing is. */
export const keptTotal = (key: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT among, made_at < now() - make_interval(secs => ${RENEWED_SECONDS}) AS renew,
    total + coalesce((SELECT sum(difference) FROM user_changes WHERE ${SINCE} AND ${condition}), 0)::int AS total
  FROM search_totals
  WHERE key = ${key} AND made_at > now() - make_interval(secs => ${KEPT_SECONDS})
    AND NOT EXISTS (SELECT 1 FROM user_changes WHERE ${SINCE} AND difference = 0)`;

/** Searches that this server is counting, and until when those that it counted need no looking after. */
const counting = new Map<string, Promise<unknown>>();
const settled = new Map<string, number>();
const MOST_SETTLED = 1_000;

/**
 * Runs a search. While this server runs the first of its kind, the others wait: counting what nearly everybody has keeps a processor busy
 * for a second, and who comes after finds the total kept. Nobody is given another's answer.
 */
export async function countedOnce<T>(key: string, run: () => Promise<T>): Promise<T> {
  while ((settled.get(key) ?? 0) < Date.now()) {
    const other = counting.get(key);
    if (other) {
      // Whether it failed is for its own caller to tell.
      await other.catch(() => undefined);
      continue;
    }
    const mine = run();
    counting.set(key, mine);
    try {
      const answer = await mine;
      if (settled.size >= MOST_SETTLED) settled.clear();
      settled.set(key, Date.now() + RENEWED_SECONDS * 1_000);
      return answer;
    } finally {
      counting.delete(key);
    }
  }
  return run();
}

/** Keeps what there was in that snapshot, if it was much. On the primary, wherever it was counted. */
export async function keepTotal(key: string, total: number, snapshot: string): Promise<void> {
  if (total < WORTH_KEEPING) return;
  await clientOverride.exit(
    async () => db.$executeRaw`
      INSERT INTO search_totals (key, total, among, snapshot)
      SELECT ${key}, ${total}, coalesce(sum(count), 0), ${snapshot} FROM user_tallies
      ON CONFLICT (key) DO UPDATE SET
        total = excluded.total, among = excluded.among, snapshot = excluded.snapshot, made_at = excluded.made_at`,
  );
}

/** Removes totals and changes that nobody needs any more. */
export async function forgetTotals(): Promise<void> {
  await db.$executeRaw`DELETE FROM search_totals WHERE made_at < now() - make_interval(secs => ${KEPT_SECONDS})`;
  await db.$executeRaw`DELETE FROM user_changes WHERE changed_at < now() - make_interval(secs => ${CHANGES_SECONDS})`;
}
