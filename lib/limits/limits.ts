import "server-only";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Limits are kept in PostgreSQL, so that they hold across servers and restarts (TRUST 4). Keys are hashed: the table tells
 * nobody's address.
 */
const hash = (key: string) => createHash("sha256").update(key).digest("base64url");

interface Window {
  count: number;
  /** Seconds until the window ends. */
  wait: number;
}

/** Adds `by` to a fixed window and answers what it holds now; one atomic statement. */
async function add(key: string, seconds: number, by = 1): Promise<Window> {
  const rows = await db.$queryRaw<Window[]>`
    INSERT INTO rate_limits (key, count, expires_at)
    VALUES (${hash(key)}, ${by}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN rate_limits.expires_at <= now() THEN 0 ELSE rate_limits.count END + ${by},
      expires_at = CASE WHEN rate_limits.expires_at <= now() THEN excluded.expires_at ELSE rate_limits.expires_at END
    RETURNING count, ceil(extract(epoch FROM expires_at - now()))::int AS wait`;
  return rows[0]!;
}

const limited = (wait: number) => new AppError("RATE_LIMITED", undefined, { retryAfter: Math.max(1, wait) });

/** Counts one use of `key`. Throws RATE_LIMITED with the seconds to wait once `limit` uses have been made in the window. */
export async function take(key: string, limit: number, seconds: number): Promise<void> {
  const { count, wait } = await add(key, seconds);
  if (count > limit) throw limited(wait);
}

/** Like `take`, but tells instead of throwing. */
export async function tryTake(key: string, limit: number, seconds: number): Promise<boolean> {
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

/**
 * Runs a check (of a password) that may fail, and counts failures only. Checks under way count as failures until they are
 * settled, so that a burst cannot slip past the limit; a further one then waits its turn instead of being refused, so that a burst
 * of right passwords all pass (TRUST 4, 5). `check` answers whether it succeeded.
 */
export async function limitFailures<T>(
  first: AttemptLimit,
  others: AttemptLimit[],
  check: () => Promise<{ ok: boolean; value: T }>,
): Promise<T> {
  await refuseIfSpent(others);
  await reserve(first);
  // A check that could not be made is no failure of the person's.
  let ok = true;
  try {
    const result = await check();
    ok = result.ok;
    if (!ok) await Promise.all(others.map((limit) => add(limit.key, limit.seconds)));
    return result.value;
  } finally {
    await db.$executeRaw`
      UPDATE rate_limits SET in_flight = greatest(0, in_flight - 1), count = count + ${ok ? 0 : 1}
      WHERE key = ${hash(first.key)}`;
  }
}

async function refuseIfSpent(limits: AttemptLimit[]): Promise<void> {
  const byKey = new Map(limits.map((limit) => [hash(limit.key), limit]));
  const rows = await db.$queryRaw<(Window & { key: string })[]>`
    SELECT key, count, ceil(extract(epoch FROM expires_at - now()))::int AS wait
    FROM rate_limits WHERE key = ANY (${[...byKey.keys()]}) AND expires_at > now()`;
  const spent = rows.find(({ key, count }) => count >= byKey.get(key)!.limit);
  if (spent) throw limited(spent.wait);
}

async function reserve({ key, limit, seconds }: AttemptLimit): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const rows = await db.$queryRaw<unknown[]>`
      INSERT INTO rate_limits AS r (key, count, in_flight, in_flight_at, expires_at)
      VALUES (${hash(key)}, 0, 1, now(), now() + make_interval(secs => ${seconds}))
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END,
        expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END,
        in_flight = CASE WHEN r.in_flight_at < now() - make_interval(secs => ${STALE_SECONDS}) THEN 0 ELSE r.in_flight END + 1,
        in_flight_at = now()
      WHERE CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END
        + CASE WHEN r.in_flight_at < now() - make_interval(secs => ${STALE_SECONDS}) THEN 0 ELSE r.in_flight END < ${limit}
      RETURNING 1`;
    if (rows.length === 1) return;
    await refuseIfSpent([{ key, limit, seconds }]);
    if (Date.now() > deadline) throw limited(1);
    await sleep(20 + Math.random() * 30);
  }
}

/** Removes windows that have ended. */
export async function sweepLimits(): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_limits WHERE expires_at < now() - interval '1 hour'`;
}
