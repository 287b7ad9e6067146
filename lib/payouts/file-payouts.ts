import "server-only";
import type { db, Prisma, Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { MAX_BATCH } from "./schema";
import { findHeld } from "@/lib/users/watchlist-hold";
import { readStops } from "./stops";

const include = { parts: { select: { id: true } } } as const satisfies Prisma.PayoutInclude;
type Chosen = Prisma.PayoutGetPayload<{ include: typeof include }>;

/** Returns the ids of the payouts that a downloaded payment file has. */
export async function readInFiles(
  payoutIds: readonly string[],
  reader: Tx | typeof db,
): Promise<ReadonlySet<string>> {
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT s.subject_id AS id FROM money_act_subjects AS s JOIN money_acts AS a ON a.id = s.act_id
    WHERE a.kind = 'download' AND s.thing = 'payout' AND s.subject_id = ANY (${[...payoutIds]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the payouts of a batch that go into a payment file: those in transit that no earlier file has; all in transit if earlier files
 * have them all (`isRepeated`), because the bank could pay them twice. Settled payouts, and those to investors whose payouts are stopped
 * or wait for a watchlist hit, are left out. Throws CONFLICT if nothing is left to send. The batch is locked.
 */
export async function chooseForFile(
  tx: Tx,
  batchId: string,
): Promise<{ chosen: Chosen[]; isRepeated: boolean }> {
  const where = { batchId, state: "released" } as const;
  const inTransit = await tx.payout.findMany({ where, include, orderBy: { id: "asc" }, take: MAX_BATCH });
  if (inTransit.length === 0)
    throw new AppError("CONFLICT", "Every payout in this batch is settled; there is nothing left to send.");
  const stops = await readStops(
    inTransit.map(({ userId }) => userId),
    tx,
  );
  const held = await findHeld(
    inTransit.map(({ userId }) => userId),
    tx,
  );
  const allowed = inTransit.filter(({ userId }) => !userId || (!stops.has(userId) && !held.has(userId)));
  if (allowed.length === 0)
    throw new AppError(
      "CONFLICT",
      "All payouts left in this batch are stopped or wait; there is nothing to send.",
    );
  const inFiles = await readInFiles(
    allowed.map(({ id }) => id),
    tx,
  );
  const unsent = allowed.filter(({ id }) => !inFiles.has(id));
  return unsent.length > 0 ? { chosen: unsent, isRepeated: false } : { chosen: allowed, isRepeated: true };
}
