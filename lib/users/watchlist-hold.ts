import "server-only";
import { isolate } from "@/lib/bidi";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Money of customers who may be on a watchlist waits (product 10.27): while a hit is undecided, and as long as a hit on a list of sanctions is
 * confirmed. Only administrators learn why; nothing tells the customer.
 */

const holds = Prisma.sql`h.ended_at IS NULL AND (h.state = 'open' OR (h.state = 'confirmed' AND h.source <> 'pep'))`;

/** More than the customers who wait at once. */
const MAX_HELD = 1_000;

/** Returns the approved users, and the users with money, who wait; for comparing accounts with theirs. */
export async function listHeld(reader: Tx | typeof db): Promise<string[]> {
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT h.user_id AS id FROM screening_hits AS h JOIN users AS u ON u.id = h.user_id
    WHERE ${holds} AND (u.status = 'approved' OR u.renewing OR EXISTS (SELECT FROM investments AS i WHERE i.user_id = u.id))
    LIMIT ${MAX_HELD}`;
  return rows.map(({ id }) => id);
}

/** Returns those of the users whose money waits. */
export async function findHeld(
  userIds: readonly (string | null)[],
  reader: Tx | typeof db = db,
): Promise<Set<string>> {
  const ids = userIds.flatMap((id) => id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT h.user_id AS id FROM screening_hits AS h WHERE h.user_id = ANY (${ids}::uuid[]) AND ${holds}`;
  return new Set(rows.map(({ id }) => id));
}

/** Throws CONFLICT, with the name, if the money of one of the users waits. `what` is the subject of the message, such as `Payouts to`. */
export async function requireNotHeld(
  tx: Tx,
  userIds: readonly (string | null)[],
  what: string,
): Promise<void> {
  const [held] = await findHeld(userIds, tx);
  if (held === undefined) return;
  const { name } = await tx.user.findUniqueOrThrow({ where: { id: held }, select: { name: true } });
  throw new AppError(
    "CONFLICT",
    `${what} ${isolate(name)} wait, because a watchlist hit is undecided or confirmed. Do not tell them. Decide on it under Alerts.`,
  );
}

/** Throws CONFLICT if a reviewer has confirmed that the user is on a list of sanctions. A politically exposed person can be approved. */
export async function requireNotSanctioned(tx: Tx, userId: string): Promise<void> {
  const where = { userId, endedAt: null, state: "confirmed", source: { not: "pep" } } as const;
  if ((await tx.screeningHit.count({ where })) > 0)
    throw new AppError(
      "CONFLICT",
      "A reviewer has confirmed that this person is on a list of sanctions. Another super administrator must clear the hit before an approval.",
    );
}
