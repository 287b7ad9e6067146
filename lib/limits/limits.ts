import "server-only";
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { networksOf, type Client } from "@/lib/client-info";
import { db, Prisma } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * Rate limits are stored in PostgreSQL, so that they apply across servers and restarts (threat 4). The table contains keyed hashes instead
 * of addresses; without the key, addresses cannot be found by trying them (threat 65).
 */
const hash = (key: string) =>
  createHmac("sha256", env.AUTH_SECRET).update(`rate limit|${key}`).digest("base64url");

interface Window {
  count: number;
  /** The seconds until the window ends. */
  wait: number;
}

/** Adds to a fixed window in one atomic statement. Returns its new state. */
async function add(key: string, seconds: number, amount = 1): Promise<Window> {
  const rows = await db.$queryRaw<Window[]>`
    INSERT INTO rate_limits (key, count, expires_at)
    VALUES (${hash(key)}, ${amount}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN rate_limits.expires_at <= now() THEN 0 ELSE rate_limits.count END + ${amount},
      expires_at = CASE WHEN rate_limits.expires_at <= now() THEN excluded.expires_at ELSE rate_limits.expires_at END
    RETURNING count, ceil(extract(epoch FROM expires_at - now()))::int AS wait`;
  return rows[0]!;
}

const rateLimited = (wait: number) =>
  new AppError("RATE_LIMITED", undefined, { retryAfter: Math.max(1, wait) });

/** What is left of a limit, in a window of `seconds`. */
export interface Quota {
  limit: number;
  seconds: number;
  remaining: number;
  /** The seconds until the window ends. */
  wait: number;
}

/** Consumes one use of `key` and returns what is left; `remaining` is negative if the limit is exceeded. */
export async function consumeWindow(key: string, limit: number, seconds: number): Promise<Quota> {
  const { count, wait } = await add(key, seconds);
  return { limit, seconds, remaining: limit - count, wait: Math.max(1, wait) };
}

/** Consumes one use of `key`, or `amount` uses. Throws RATE_LIMITED with the seconds to wait after `limit` uses in the window. */
export async function consume(key: string, limit: number, seconds: number, amount = 1): Promise<void> {
  const { count, wait } = await add(key, seconds, amount);
  if (count > limit) throw rateLimited(wait);
}

/**
 * Like `consume`, for the client's network and the networks that contain it, whose limits are higher: at most `maxFactor` times the
 * client's (threat 59).
 */
export async function consumePerNetwork(
  key: string,
  client: Client,
  limit: number,
  seconds: number,
  maxFactor = Infinity,
): Promise<void> {
  for (const { network, factor } of networksOf(client.network))
    await consume(`${key}|${network}`, limit * Math.min(factor, maxFactor), seconds);
}

/** Like `consume`, but returns whether the use was allowed. */
export async function tryConsume(key: string, limit: number, seconds: number): Promise<boolean> {
  return (await add(key, seconds)).count <= limit;
}

export interface AttemptLimit {
  key: string;
  /** The failures allowed per window. */
  limit: number;
  seconds: number;
}

/** A running check expires after this long: its server must have crashed. */
const STALE_SECONDS = 15;
const WAIT_MS = 8_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 200];

/**
 * Runs a check (of a password) and counts its failures against all limits. Running checks reserve capacity, so parallel requests cannot
 * exceed a limit; further requests wait instead of failing, so that parallel correct passwords all succeed (threat 4, 5). `check` returns
 * whether it succeeded.
 * Throws RATE_LIMITED when a limit is exhausted, UNAVAILABLE if no capacity became free in time.
 */
export async function withFailureLimit<T>(
  limits: AttemptLimit[],
  check: () => Promise<{ ok: boolean; value: T }>,
): Promise<T> {
  const byKey = new Map(limits.map((limit) => [hash(limit.key), limit]));
  await waitForCapacity(byKey);
  // A check that throws is not a failed attempt.
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
  if (spent.length > 0) throw rateLimited(Math.max(...spent.map(({ wait }) => wait)));
}

/** The used capacity of a window `r`: failures and running checks. It is zero after the window's end. */
const usedCapacity = Prisma.sql`CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count
  + CASE WHEN r.in_flight_at < now() - make_interval(secs => ${STALE_SECONDS}) THEN 0 ELSE r.in_flight END END`;

/**
 * Reserves capacity in each window and returns the keys where it succeeded; the caller releases them unless all succeeded. Writes nothing
 * if a window is already full. Rows are locked in key order, here and in `releaseReservations`, to prevent deadlocks.
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
    WHERE NOT EXISTS (SELECT 1 FROM rate_limits r JOIN wanted w ON w.key = r.key WHERE ${usedCapacity} >= w.most)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END,
      in_flight = ${usedCapacity} - CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END + 1,
      in_flight_at = now(),
      expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
    WHERE ${usedCapacity} < (SELECT most FROM wanted w WHERE w.key = r.key)
    RETURNING r.key`;
  return rows.map(({ key }) => key);
}

/** Releases reservations, adding `failures` to each window. */
async function releaseReservations(keys: string[], failures: number): Promise<void> {
  await db.$executeRaw`
    UPDATE rate_limits r SET in_flight = greatest(0, r.in_flight - 1), count = r.count + ${failures}
    FROM (SELECT key FROM rate_limits WHERE key = ANY (${keys}) ORDER BY key FOR UPDATE) held
    WHERE r.key = held.key`;
}

/** Deletes expired windows. */
export async function deleteExpiredWindows(): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_limits WHERE expires_at < now() - interval '1 hour'`;
}
