import "server-only";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import type { BankAccount } from "@/lib/bank/account-schema";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { db, transaction, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { AdvisoryLock, lock } from "@/lib/locks";
import type { Viewer } from "@/lib/viewer";
import { listHeld } from "@/lib/users/watchlist-hold";
import { isSameAccount, readVerifiedAccounts } from "./accounts";
import type { PayoutStopDto } from "./schema";

/**
 * Stopped payouts (product 10.34, ADR 42): one administrator stops all payouts to an investor at once. Undoing that act, which takes two,
 * lifts the stop. Investors are not notified.
 */

/**
 * Stops payouts to an investor, for a reason. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET, and CONFLICT if they are already stopped, or for
 * an investor with whom the viewer shares identifying details. The route requires a fresh proof of identity.
 */
export async function stopPayouts(viewer: Viewer, userId: string, note: string): Promise<void> {
  await transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer, [userId]);
    // Payment files take this lock, too.
    await lock(tx, AdvisoryLock.payouts);
    if ((await readStops([userId], tx)).has(userId))
      throw new AppError("CONFLICT", "Payouts to this investor are already stopped");
    const [id, actorId] = [uuidv7(), viewer.userId];
    const actId = await recordAct(tx, { kind: "stop", actorId, subjects: {}, note });
    await tx.payoutStop.create({ data: { id, userId, actId } });
    await recordCreated(tx, actId, "stop", [id]);
    await audit(tx, { actorId, action: "payout.stopped", targetId: userId });
  });
}

/** Returns the investors whose payouts are stopped, with who stopped them and when. */
export async function readStops(
  userIds: readonly (string | null)[],
  reader: Tx | typeof db = db,
): Promise<Map<string, PayoutStopDto>> {
  const rows = await reader.$queryRaw<
    { userId: string; actId: string; actorId: string; name: string; at: Date }[]
  >`
    SELECT s.user_id AS "userId", a.id AS "actId", a.actor_id AS "actorId", coalesce(u.name, 'A deleted administrator') AS name, a.at
    FROM payout_stops AS s JOIN money_acts AS a ON a.id = s.act_id LEFT JOIN users AS u ON u.id = a.actor_id
    WHERE s.undone_by_id IS NULL AND s.user_id = ANY (${userIds.flatMap((id) => id ?? [])}::uuid[])`;
  return new Map(
    rows.map(({ userId, actId, actorId, name, at }) => [
      userId,
      { actId, by: { _id: actorId, name }, at: at.toISOString() },
    ]),
  );
}

/** Throws CONFLICT, with the name, if payouts to one of the payees are stopped. */
export async function requireNoStop(
  tx: Tx,
  payouts: readonly { userId: string | null; user: { name: string } | null }[],
): Promise<void> {
  const stops = await readStops(
    payouts.map(({ userId }) => userId),
    tx,
  );
  const stopped = payouts.find(({ userId }) => userId && stops.has(userId));
  if (stopped)
    throw new AppError("CONFLICT", `Payouts to ${stopped.user!.name} are stopped. Withdraw the batch.`);
}

/** More than the stops in force at once. */
const MAX_STOPS = 1_000;

/**
 * Throws CONFLICT if one of these accounts, which were entered for unknown senders, is that of an investor whose payouts are stopped or wait
 * for a watchlist hit.
 */
export async function requireNoStoppedAccount(tx: Tx, accounts: readonly BankAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  const stops = await tx.payoutStop.findMany({ where: { undoneById: null }, take: MAX_STOPS });
  const verified = await readVerifiedAccounts(
    [...stops.map(({ userId }) => userId), ...(await listHeld(tx))],
    tx,
  );
  const stopped = accounts.find((account) =>
    [...verified.values()].some((each) => isSameAccount(each, account)),
  );
  if (stopped)
    throw new AppError(
      "CONFLICT",
      "Payouts to this account are stopped or wait: it belongs to an investor whose payouts are stopped, or wait for a watchlist hit.",
    );
}
