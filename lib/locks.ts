import type { Tx } from "@/lib/db/client";

/**
 * The advisory locks of the database, each with a number of its own. Imports only a type: `npm run backup` and `npm run migrate` load this
 * file directly.
 */
export const AdvisoryLock = {
  /** Writers of the audit chain, one after the other. */
  auditChain: 7_411_001,
  /** Servers that sign the head of the audit chain. */
  auditSigning: 7_411_002,
  /** Shared by deletions of files; exclusive while a backup reads them. */
  backup: 7_411_003,
  /** Shared by submissions; exclusive for changes of holidays and deadlines. */
  calendar: 7_411_004,
  /** Activations of an imported watchlist. */
  watchlistImport: 7_411_005,
  /** Changes to the order and number of slides. */
  carousel: 7_411_006,
  migrations: 7_330_427_510,
} as const;
type AdvisoryLock = (typeof AdvisoryLock)[keyof typeof AdvisoryLock];

/** Waits for the lock and holds it until the transaction ends. */
export const lock = (tx: Tx, number: AdvisoryLock): Promise<unknown> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(${number})`;

/** The same, together with other holders of `lockShared`. */
export const lockShared = (tx: Tx, number: AdvisoryLock): Promise<unknown> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${number})`;

/** Takes a shared lock if nobody holds it exclusively. Returns whether it did. */
export async function tryLockShared(tx: Tx, number: AdvisoryLock): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock_shared(${number}) AS free`;
  return row?.free === true;
}
