import type { Tx } from "@/lib/db/client";

/**
 * The database's advisory locks, each with a unique number. This module imports only a type, because `npm run backup` and `npm run migrate`
 * load it directly.
 */
export const AdvisoryLock = {
  /** Held by writers of the audit chain, which are serialized. */
  auditChain: 7_411_001,
  /** Held by servers that sign the head of the audit chain. */
  auditSigning: 7_411_002,
  /** Held shared by deletions of files, and exclusively while a backup reads them. */
  backup: 7_411_003,
  /** Held shared by submissions, and exclusively by changes of holidays and deadlines. */
  calendar: 7_411_004,
  /** Held by activations of an imported watchlist. */
  watchlistImport: 7_411_005,
  /** Held by changes to the order and number of slides. */
  carousel: 7_411_006,
  /** Held by calls with the same idempotency key, with the hash of user and key as a second number. */
  idempotencyKey: 7_411_007,
  /** Held while a plan is created, which chooses a free slug. */
  plans: 7_411_008,
  /** Held by imports of bank statements. */
  statementImport: 7_411_009,
  /** Held shared by manual receipts, and exclusively by imports, so that each sees the other's entries. */
  manualReceipts: 7_411_011,
  /** Held shared by postings of returns, and exclusively by changes to the withholding tax rate. */
  withholdingTax: 7_411_012,
  /** Held by payout proposals, so that no amount is proposed twice. */
  payouts: 7_411_010,
  /** Held by `npm run files:move`. */
  fileMove: 7_411_048,
  /** Held shared by transactions that change a row of a change list, with the second in which they began (prisma/guards/changes.sql). */
  changes: 7_411_047,
  migrations: 7_330_427_510,
} as const;
type AdvisoryLock = (typeof AdvisoryLock)[keyof typeof AdvisoryLock];

/** Waits for the lock and holds it until the transaction ends. */
export const lock = (tx: Tx, number: AdvisoryLock): Promise<unknown> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(${number})`;

/** Waits for the lock on `text` and holds it until the transaction ends. Texts with the same hash share a lock. */
export const lockText = (tx: Tx, number: AdvisoryLock, text: string): Promise<unknown> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(${number}::int, hashtext(${text}))`;

/** Takes the lock if no other transaction holds it, and holds it until the transaction ends. Returns whether it did. */
export async function tryLock(tx: Tx, number: AdvisoryLock): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(${number}) AS free`;
  return row?.free === true;
}

/** Waits for a shared lock and holds it until the transaction ends. */
export const lockShared = (tx: Tx, number: AdvisoryLock): Promise<unknown> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${number})`;

/** Takes a shared lock if no transaction holds it exclusively. Returns whether it did. */
export async function tryLockShared(tx: Tx, number: AdvisoryLock): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock_shared(${number}) AS free`;
  return row?.free === true;
}
