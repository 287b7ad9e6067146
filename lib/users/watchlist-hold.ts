import "server-only";
import { isolate } from "@/lib/bidi";
import { db, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Money of customers who may be on a watchlist waits (product 10.27): while a hit of an approved user is undecided, and as long as a hit on a
 * list of sanctions is confirmed. Only administrators learn why; nothing tells the customer.
 */

/** Returns those of the users whose money waits. */
export async function findHeld(
  userIds: readonly (string | null)[],
  reader: Tx | typeof db = db,
): Promise<Set<string>> {
  const ids = userIds.flatMap((id) => id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users AS u WHERE u.id = ANY (${ids}::uuid[]) AND EXISTS (
      SELECT FROM screening_hits AS h WHERE h.user_id = u.id AND h.ended_at IS NULL AND (
        (h.state = 'open' AND u.status = 'approved') OR (h.state = 'confirmed' AND h.source <> 'pep')))`;
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
