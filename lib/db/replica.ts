import "server-only";
import { env } from "@/lib/env";
import { createClient, db, clientOverride, type Client } from "./client";
import { isUnreachable } from "./errors";

/** For so long a replica that did not answer is left alone. */
const REST_MS = 5_000;

const holder = globalThis as { seedlineReplica?: Client };
let restsUntil = 0;

/**
 * Has the replica replayed everything that was committed when we asked? Both servers are asked for one number. A commit is answered
 * only once it is flushed, so whoever saw one, on whichever server, finds it there too. What calls itself a replica and is none
 * answers null, which is no.
 */
async function isCaughtUp(replica: Client): Promise<boolean> {
  const [{ flushed }] = await db.$queryRaw<[{ flushed: string }]>`
    SELECT pg_current_wal_flush_lsn()::text AS flushed`;
  const [{ current }] = await replica.$queryRaw<[{ current: boolean | null }]>`
    SELECT pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn AS current`;
  return current === true;
}

/**
 * Runs reads on the replica of DATABASE_REPLICA_URL when it is as new as the primary, and on the primary when it lags, is away or there is
 * none: nobody is shown less than what was committed when they asked (ADR 19). `work` only reads, and may be run
 * twice.
 */
export async function readFromReplica<T>(work: () => Promise<T>): Promise<T> {
  const url = env.DATABASE_REPLICA_URL;
  if (!url || Date.now() < restsUntil) return work();
  const replica = (holder.seedlineReplica ??= createClient(url));
  try {
    if (await isCaughtUp(replica)) return await clientOverride.run(replica, work);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    restsUntil = Date.now() + REST_MS;
  }
  return work();
}
