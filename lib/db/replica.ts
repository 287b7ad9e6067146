import "server-only";
import { env } from "@/lib/env";
import { createClient, db, clientOverride, type Client } from "./client";
import { isUnreachable } from "./errors";

/** How long a failed replica is not used. */
const COOLDOWN_MS = 5_000;

const holder = globalThis as { seedlineReplica?: Client };
let cooldownUntil = 0;

/**
 * Returns whether the replica has replayed everything that the primary has flushed (WAL positions). PostgreSQL acknowledges a commit after
 * its flush, so every acknowledged commit is visible on the replica. The query returns null if the server is not a replica, which counts as
 * not caught up.
 */
async function isCaughtUp(replica: Client): Promise<boolean> {
  const [{ flushed }] = await db.$queryRaw<[{ flushed: string }]>`
    SELECT pg_current_wal_flush_lsn()::text AS flushed`;
  const [{ current }] = await replica.$queryRaw<[{ current: boolean | null }]>`
    SELECT pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn AS current`;
  return current === true;
}

/**
 * Runs reads on the replica of DATABASE_REPLICA_URL if it is caught up, otherwise on the primary, so results never lack a committed change
 * (ADR 19). `work` must only read and may run twice.
 */
export async function readFromReplica<T>(work: () => Promise<T>): Promise<T> {
  const url = env.DATABASE_REPLICA_URL;
  if (!url || Date.now() < cooldownUntil) return work();
  const replica = (holder.seedlineReplica ??= createClient(url));
  try {
    if (await isCaughtUp(replica)) return await clientOverride.run(replica, work);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    cooldownUntil = Date.now() + COOLDOWN_MS;
  }
  return work();
}
