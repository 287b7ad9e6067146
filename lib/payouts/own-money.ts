import "server-only";
import { namedBy } from "@/lib/investments/reference-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { dayOf, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { readConsistently } from "@/lib/db/consistent";
import { unreleased } from "@/lib/ledger/dues";
import { stepDeadline, type OwnMoney } from "./own-money-rules";

/** More than an investor has on its way at once. */
const MAX_ITEMS = 500;

type Found = Omit<OwnMoney, "by" | "isLate" | "investment"> & {
  investmentId: string | null;
};

/** Returns partial payments of investments, with the day since when. */
async function readPartlyPaid(ownerId: string): Promise<Found[]> {
  const accounts = await db.ledgerAccount.findMany({
    where: { ownerId, name: "received", balance: { lt: 0 } },
    include: {
      postings: {
        where: { amount: { lt: 0 }, entry: { reversesId: null, reversedBy: null } },
        select: { entry: { select: { on: true } } },
        orderBy: { ordinal: "asc" },
        take: 1,
      },
    },
    take: MAX_ITEMS,
  });
  return accounts.flatMap(({ subjectId, balance, postings: [first] }) =>
    subjectId && first
      ? {
          key: `received ${subjectId}`,
          kind: "partly_paid",
          amount: -balance,
          since: dayOf(first.entry.on),
          investmentId: subjectId,
        }
      : [],
  );
}

/** Returns what is due for each investment, and refunds, until they are released. */
async function readDue(userId: string): Promise<Found[]> {
  const dues = await db.amountDue.findMany({
    where: { userId, ...unreleased },
    orderBy: { id: "asc" },
    take: MAX_ITEMS,
  });
  const kindOf = ({ source }: (typeof dues)[number]) => (source === "receipt" ? "refund" : "due");
  const groups = Map.groupBy(dues, (due) => `${kindOf(due)} ${due.investmentId ?? due.id}`);
  return [...groups].map(([key, group]) => ({
    key,
    kind: kindOf(group[0]!),
    amount: group.reduce((sum, { amount }) => sum + amount, 0n),
    since: group.map(({ on }) => dayOf(on)).toSorted()[0]!,
    investmentId: group[0]!.investmentId,
  }));
}

/** Returns what is in transit for each investment, or as a refund to an investor without one. */
async function readInTransit(userId: string): Promise<Found[]> {
  const payouts = await db.payout.findMany({
    where: { userId, state: "released" },
    include: { batch: true, parts: { select: { investmentId: true, amount: true } } },
    orderBy: { id: "asc" },
    take: MAX_ITEMS,
  });
  return payouts.flatMap(({ id, createdAt, batch, parts }) =>
    [...Map.groupBy(parts, ({ investmentId }) => investmentId)].map(([investmentId, group]): Found => ({
      key: `${id} ${investmentId}`,
      kind: "in_transit",
      amount: group.reduce((sum, { amount }) => sum + amount, 0n),
      since: lagosDay(batch.decidedAt ?? createdAt),
      investmentId,
    })),
  );
}

/** Returns received statement lines with a reference of the investor that wait for a decision. */
async function readUndecidedLines(userId: string): Promise<Found[]> {
  const lines = await db.statementLine.findMany({
    where: { proposed: { userId }, proposedBy: { in: [...namedBy] }, state: "waiting", amount: { gt: 0 } },
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
 * checked; the oldest first.
 */
export const readOwnMoney = (userId: string, today = lagosDay()): Promise<OwnMoney[]> =>
  readConsistently(async () => {
    const found: Found[] = [
      ...(await readDue(userId)),
      ...(await readPartlyPaid(userId)),
      ...(await readInTransit(userId)),
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
