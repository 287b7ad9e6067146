import "server-only";
import { readHolidays } from "@/lib/calendar/deadlines";
import { dayOf, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { readConsistently } from "@/lib/db/consistent";
import type { AccountName } from "@/lib/ledger/rules";
import { dueSince, stepDeadline, type OwnMoney } from "./own-money-rules";

/** More than an investor has on its way at once. */
const MAX_ITEMS = 500;
/** More than the postings of an investor's accounts with a balance. */
const MAX_POSTINGS = 20_000;

type Found = Omit<OwnMoney, "by" | "isLate" | "investment"> & {
  investmentId: string | null;
};

/** Returns the balances of an investor's accounts of a name, by investment, with the day since when. */
async function readOpenBalances(
  userId: string,
  name: Extract<AccountName, "due_to_investor" | "received">,
): Promise<{ id: string; amount: bigint; since: string }[]> {
  const accounts = await db.ledgerAccount.findMany({
    where: { ownerId: userId, name, balance: { lt: 0 } },
    take: MAX_ITEMS,
  });
  const postings = await db.ledgerPosting.findMany({
    where: { accountId: { in: accounts.map(({ id }) => id) } },
    select: { accountId: true, amount: true, entry: { select: { on: true } } },
    orderBy: [{ accountId: "asc" }, { ordinal: "asc" }],
    take: MAX_POSTINGS,
  });
  return accounts.flatMap(({ id, subjectId, balance }) => {
    const own = postings.filter(({ accountId }) => accountId === id);
    const since = dueSince(own.map(({ amount, entry }) => ({ amount, on: dayOf(entry.on) })));
    return subjectId && since ? [{ id: subjectId, amount: -balance, since }] : [];
  });
}

/** Returns released payouts in transit, and refunds due or proposed. */
async function readPayouts(userId: string): Promise<Found[]> {
  const payouts = await db.payout.findMany({
    where: {
      userId,
      OR: [{ state: "released" }, { source: "receipt", state: { in: ["due", "proposed"] } }],
    },
    include: { batch: true },
    orderBy: { id: "asc" },
    take: MAX_ITEMS,
  });
  return payouts.map(({ id, state, amount, createdAt, batch, investmentId }) => {
    const isSent = state === "released" && batch?.decidedAt;
    return {
      key: id,
      kind: isSent ? "in_transit" : "refund",
      amount,
      since: lagosDay(isSent || createdAt),
      investmentId,
    };
  });
}

/** Returns received statement lines with a reference of the investor that wait for a decision. */
async function readUndecidedLines(userId: string): Promise<Found[]> {
  const lines = await db.statementLine.findMany({
    where: { proposed: { userId }, proposedBy: "reference", state: "waiting", amount: { gt: 0 } },
    orderBy: { id: "asc" },
    take: MAX_ITEMS,
  });
  return lines.map(({ id, amount, on, proposedId }) => ({
    key: id,
    kind: "checking",
    amount,
    since: dayOf(on),
    investmentId: proposedId,
  }));
}

/**
 * Returns an investor's money that is neither invested nor paid out: due, in transit, refunds, partial payments and transfers being
 * checked; the oldest first. Amounts due and partial payments are balances of the ledger.
 */
export const readOwnMoney = (userId: string, today = lagosDay()): Promise<OwnMoney[]> =>
  readConsistently(async () => {
    const found: Found[] = [
      ...(await readOpenBalances(userId, "due_to_investor")).map(({ id, ...rest }): Found => ({
        ...rest,
        key: `due ${id}`,
        kind: "due",
        investmentId: id,
      })),
      ...(await readOpenBalances(userId, "received")).map(({ id, ...rest }): Found => ({
        ...rest,
        key: `received ${id}`,
        kind: "partly_paid",
        investmentId: id,
      })),
      ...(await readPayouts(userId)),
      ...(await readUndecidedLines(userId)),
    ];
    const ids = found.flatMap(({ investmentId }) => investmentId ?? []);
    const rows = await db.investment.findMany({
      where: { userId, id: { in: ids } },
      select: { id: true, reference: true, expiresAt: true, planVersion: { select: { name: true } } },
      take: ids.length,
    });
    const investments = new Map(rows.map((row) => [row.id, row]));
    const holidays = await readHolidays();
    return found
      .map(({ investmentId, ...item }) => {
        const row = investments.get(investmentId ?? "");
        // The rest of a partial payment is the investor's step.
        const by =
          item.kind === "partly_paid"
            ? lagosDay(row!.expiresAt)
            : stepDeadline(item.kind, item.since, holidays);
        return {
          ...item,
          by,
          isLate: by < today,
          investment: row ? { id: row.id, reference: row.reference, planName: row.planVersion.name } : null,
        };
      })
      .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  });
