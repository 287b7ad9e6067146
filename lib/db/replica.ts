import "server-only";
import { env } from "@/lib/env";
import { createClient, db, clientOverride, type Client, type Tx } from "./client";
import { isUnreachable } from "./errors";

/** How long a failed replica is not used. */
const COOLDOWN_MS = 5_000;

const holder = globalThis as { seedlineReplica?: Client };
let cooldownUntil = 0;

/**
 * Returns whether the replica has replayed what the primary had flushed (WAL positions). PostgreSQL acknowledges a commit after
 * its flush, so every acknowledged commit is visible on the replica. The query returns null if the server is not a replica, which counts as
 * not caught up.
 */
async function isCaughtUp(replica: Tx, flushed: string): Promise<boolean> {
  const [{ current }] = await replica.$queryRaw<[{ current: boolean | null }]>`
    SELECT pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn AS current`;
  return current === true;
}

/**
 * Runs reads on the replica of DATABASE_REPLICA_URL if it is caught up, otherwise on the primary, so results never lack a committed change
 * (ADR 19). `work` must only read, one statement after the other, and may run twice.
 */
export async function readFromReplica<T>(work: () => Promise<T>): Promise<T> {
  const url = env.DATABASE_REPLICA_URL;
  if (!url || Date.now() < cooldownUntil) return work();
  const replica = (holder.seedlineReplica ??= createClient(url));
  try {
    const [{ flushed }] = await db.$queryRaw<[{ flushed: string }]>`
      SELECT pg_current_wal_flush_lsn()::text AS flushed`;
    // One transaction: the address may lead to several standbys.
    const read = await replica.$transaction(async (tx) =>
      (await isCaughtUp(tx, flushed)) ? { result: await clientOverride.run(tx, work) } : null,
    );
    if (read) return read.result;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    cooldownUntil = Date.now() + COOLDOWN_MS;
  }
  return work();
}
