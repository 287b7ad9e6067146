import "server-only";
import { dayAt, dayNumber, dayOf, lagosDay, dateOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { remainingPrincipal } from "@/lib/investments/row";
import { CHOICE_DAYS } from "@/lib/investments/rules";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { readOwnMoney } from "./own-money";
import type { OwnMoney } from "./own-money-rules";

/** The maximum number of investments listed on the dashboard. */
const MAX_LISTED = 20;

/** An investment that needs something: from its investor, or a step of the firm that is late. */
export interface Attention {
  key: string;
  investment: { id: string; planName: string; reference: string };
  kind: "transfer" | "rest" | "checking" | "choose" | "late";
  amount: bigint;
  /** By when; for a late step, since when it is late. */
  by: string;
}

/**
 * Returns the investments that need something, the most urgent first: a transfer, the rest of one, the choice before maturity; transfers
 * being checked; and amounts that the firm pays late. With the investor's money on its way, from which they are derived.
 */
export async function listAttention(
  userId: string,
  today = lagosDay(),
): Promise<{ attention: Attention[]; money: OwnMoney[] }> {
  const money = await readOwnMoney(userId, today);
  const include = { planVersion: { select: { name: true } } } as const;
  const requested = await db.investment.findMany({
    where: { userId, state: "requested" },
    include,
    orderBy: { id: "asc" },
    take: MAX_LISTED,
  });
  const lastDay = dayAt(dayNumber(today) + CHOICE_DAYS);
  const maturing = await db.investment.findMany({
    where: { userId, state: "active", maturityOn: { gt: dateOf(today), lte: dateOf(lastDay) } },
    include: { ...include, redemptions: { where: { undoneById: null } } },
    orderBy: { maturityOn: "asc" },
    take: MAX_LISTED,
  });
  const totals = await readSubjectTotals(requested.map(({ id }) => id));
  const toInvestment = (row: Pick<(typeof requested)[number], "id" | "reference" | "planVersion">) => ({
    id: row.id,
    planName: row.planVersion.name,
    reference: row.reference,
  });
  const attention = [
    ...requested.map((row): Attention => {
      const checking = money.find(({ kind, investment }) => kind === "checking" && investment?.id === row.id);
      const missing = row.amount + (totals.get(row.id)?.received ?? 0n);
      const [key, investment] = [row.id, toInvestment(row)];
      return checking
        ? { key, investment, kind: "checking", amount: checking.amount, by: checking.by }
        : {
            key,
            investment,
            kind: missing < row.amount ? "rest" : "transfer",
            amount: missing,
            by: lagosDay(row.expiresAt),
          };
    }),
    ...maturing.flatMap((row): Attention[] => {
      const amount = remainingPrincipal(row);
      const by = dayAt(dayNumber(dayOf(row.maturityOn!)) - 1);
      return amount > 0n ? [{ key: row.id, investment: toInvestment(row), kind: "choose", amount, by }] : [];
    }),
    ...money.flatMap(({ key, kind, isLate, investment, amount, by }): Attention[] =>
      isLate && investment && kind !== "partly_paid" && kind !== "checking"
        ? [{ key, investment, kind: "late", amount, by }]
        : [],
    ),
  ];
  return { attention: attention.toSorted((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0)), money };
}
