import "server-only";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Limits are kept in PostgreSQL, so that they hold across servers and restarts (threat 4). Keys are hashed: the table tells
 * nobody's address.
 */
const hash = (key: string) => createHash("sha256").update(key).digest("base64url");

interface Window {
  count: number;
  /** Seconds until the window ends. */
  wait: number;
}

/** Adds one to a fixed window and answers what it holds now; one atomic statement. */
async function add(key: string, seconds: number): Promise<Window> {
  const rows = await db.$queryRaw<Window[]>`
    INSERT INTO rate_limits (key, count, expires_at)
    VALUES (${hash(key)}, 1, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN rate_limits.expires_at <= now() THEN 0 ELSE rate_limits.count END + 1,
      expires_at = CASE WHEN rate_limits.expires_at <= now() THEN excluded.expires_at ELSE rate_limits.expires_at END
    RETURNING count, ceil(extract(epoch FROM expires_at - now()))::int AS wait`;
  return rows[0]!;
}

const limited = (wait: number) => new AppError("RATE_LIMITED", undefined, { retryAfter: Math.max(1, wait) });

/** Counts one use of `key`. Throws RATE_LIMITED with the seconds to wait once `limit` uses have been made in the window. */
export async function consume(key: string, limit: number, seconds: number): Promise<void> {
  const { count, wait } = await add(key, seconds);
  if (count > limit) throw limited(wait);
}

/** Like `take`, but tells instead of throwing. */
export async function tryConsume(key: string, limit: number, seconds: number): Promise<boolean> {
  return (await add(key, seconds)).count <= limit;
}

export interface AttemptLimit {
  key: string;
  /** Failures allowed in the window. */
  limit: number;
  seconds: number;
}

/** A check under way is forgotten after this long: its server has died. */
const STALE_SECONDS = 15;
const WAIT_MS = 8_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 200];

/**
 * Runs a check (of a password) that may fail, and counts failures only, against every limit at once. Checks under way count as failures
 * until they are settled, so that a burst cannot slip past a limit; a further one then waits its turn instead of being refused, so that
 * a burst of right passwords all pass (threat 4, 5). `check` answers whether it succeeded.
 * Throws RATE_LIMITED once a limit is spent, UNAVAILABLE when no turn came.
 */
export async function withFailureLimit<T>(
  limits: AttemptLimit[],
  check: () => Promise<{ ok: boolean; value: T }>,
): Promise<T> {
  const byKey = new Map(limits.map((limit) => [hash(limit.key), limit]));
  await waitForCapacity(byKey);
  // A check that could not be made is no failure of the person's.
  let ok = true;
  try {
    const result = await check();
    ok = result.ok;
    return result.value;
  } finally {
    await releaseReservations([...byKey.keys()], ok ? 0 : 1);
  }
}

type Limits = Map<string, AttemptLimit>;

async function waitForCapacity(limits: Limits): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const reserved = await reserve(limits);
    if (reserved.length === limits.size) return;
    if (reserved.length > 0) await releaseReservations(reserved, 0);
    await throwIfExhausted(limits);
    if (Date.now() > deadline) throw new AppError("UNAVAILABLE", undefined, { retryAfter: 1 });
    await sleep(pause * (0.5 + Math.random()));
  }
}

async function throwIfExhausted(limits: Limits): Promise<void> {
  const rows = await db.$queryRaw<(Window & { key: string })[]>`
    SELECT key, count, ceil(extract(epoch FROM expires_at - now()))::int AS wait
    FROM rate_limits WHERE key = ANY (${[...limits.keys()]}) AND expires_at > now()`;
  const spent = rows.filter(({ key, count }) => count >= limits.get(key)!.limit);
  if (spent.length > 0) throw limited(Math.max(...spent.map(({ wait }) => wait)));
}

/** What of a window `r` is taken, by failures and by checks under way; a window that has ended is empty. */
const taken = Prisma.sql`CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count
  + CASE WHEN r.in_flight_at < now() - make_interval(secs => ${STALE_SECONDS}) THEN 0 ELSE r.in_flight END END`;

/**
 * Takes a place in each window and answers in which there was one; the caller gives those back unless it is all. Nothing is written
 * while one of them is seen to be full. Rows are locked in the order of their keys, here and in `settle`: nobody waits in a circle.
 */
async function reserve(limits: Limits): Promise<string[]> {
  const given = [...limits.values()];
  const rows = await db.$queryRaw<{ key: string }[]>`
    WITH wanted AS (
      SELECT * FROM unnest(${[...limits.keys()]}::text[], ${given.map(({ limit }) => limit)}::int[],
        ${given.map(({ seconds }) => seconds)}::int[]) AS w (key, most, seconds)
    )
    INSERT INTO rate_limits AS r (key, count, in_flight, in_flight_at, expires_at)
    SELECT key, 0, 1, now(), now() + make_interval(secs => seconds) FROM wanted
    WHERE NOT EXISTS (SELECT 1 FROM rate_limits r JOIN wanted w ON w.key = r.key WHERE ${taken} >= w.most)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END,
      in_flight = ${taken} - CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END + 1,
      in_flight_at = now(),
      expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
    WHERE ${taken} < (SELECT most FROM wanted w WHERE w.key = r.key)
    RETURNING r.key`;
  return rows.map(({ key }) => key);
}

/** Gives the places back, each with so many failures. */
async function releaseReservations(keys: string[], failures: number): Promise<void> {
  await db.$executeRaw`
    UPDATE rate_limits r SET in_flight = greatest(0, r.in_flight - 1), count = r.count + ${failures}
    FROM (SELECT key FROM rate_limits WHERE key = ANY (${keys}) ORDER BY key FOR UPDATE) held
    WHERE r.key = held.key`;
}

/** Removes windows that have ended. */
export async function deleteExpiredWindows(): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_limits WHERE expires_at < now() - interval '1 hour'`;
}
