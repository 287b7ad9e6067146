import "server-only";
import { dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { readConsistently } from "@/lib/db/consistent";
import { sumOwnerPostings, readOwnerTotals } from "@/lib/ledger/queries";
import { valueOn } from "@/lib/plans/schedule-rules";
import { readScheduleInputs, accruedValue, type ScheduleInput } from "./instalments";
import { include, type InvestmentRow } from "./row";
import type { PortfolioDto } from "./schema";

/** The maximum number of investments whose value is plotted over time. */
const MAX_PLOTTED = 500;
/** More than any investor has. */
const MAX_INVESTMENTS = 10_000;
const MONTHS = 12;

/**
 * Returns an investor's totals: invested principal, value today without targets, amounts due and paid out, and the value at the end of the
 * last twelve months.
 */
export const readPortfolio = (userId: string, today = lagosDay()): Promise<PortfolioDto> =>
  readConsistently(async () => {
    const totals = await readOwnerTotals(userId);
    const released = await sumOwnerPostings(userId, ["payout_release", "payout_return"]);
    // Amounts in transit are shown separately.
    const { _sum: inTransit } = await db.amountDue.aggregate({
      where: { userId, source: "investment", payout: { state: "released" } },
      _sum: { amount: true },
    });
    const rows: InvestmentRow[] = await db.investment.findMany({
      where: { userId, startOn: { not: null } },
      include,
      orderBy: { id: "desc" },
      take: MAX_INVESTMENTS,
    });
    const running = await readScheduleInputs(rows);
    const valueAt = (day: string) =>
      rows.reduce((sum, row) => sum + valueOnDay(row, running.get(row.id)!, day, today), 0n);
    const first = rows.reduce((day, { startOn }) => (dayOf(startOn!) < day ? dayOf(startOn!) : day), today);
    const days = rows.length > MAX_PLOTTED ? [] : [...monthEnds(today).filter((day) => day >= first), today];
    return {
      invested: String(-(totals.principal ?? 0n)),
      value: String(valueAt(today)),
      due: String(-(totals.due_to_investor ?? 0n)),
      paidOut: String(released - (inTransit.amount ?? 0n)),
      points: rows.length === 0 ? [] : days.map((day) => ({ day, value: String(valueAt(day)) })),
    };
  });

/** Returns the value of an investment today or on an earlier day. */
function valueOnDay(row: InvestmentRow, running: ScheduleInput, day: string, today: string): bigint {
  if (running.start > day) return 0n;
  if (row.state === "active") return accruedValue(running, dayOf(row.nextDueOn!), day);
  const { terms, amount, start, options } = running;
  return day === today ? 0n : valueOn(terms, amount, start, day, options);
}

/** Returns the last days of the twelve months before the current one. */
function monthEnds(today: string): string[] {
  const ends: string[] = [];
  for (let day = today; ends.length < MONTHS; day = ends[0]!)
    ends.unshift(dayAt(dayNumber(`${day.slice(0, 7)}-01`) - 1));
  return ends;
}
