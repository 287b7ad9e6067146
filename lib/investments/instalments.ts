import "server-only";
import { dayAt, dayNumber, dayOf } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import {
  maturityOf,
  periodEnds,
  scheduleOf,
  valueOn,
  type Instalment,
  type ScheduleOptions,
} from "@/lib/plans/schedule-rules";
import { termsDto, toTerms, type Terms } from "@/lib/plans/terms-schema";
import type { InvestmentRow } from "./row";

/** The payments of an investment from what is stored: its terms, declarations, changes of tax and redemptions (product 10.33, ADR 41). */

type Reader = Tx | typeof db;

/** An investment whose tenor has begun, with all that its schedule depends on. */
export interface Running {
  terms: Terms;
  amount: bigint;
  start: string;
  options: ScheduleOptions;
}

/** A payment of the schedule. */
export interface PaymentOf extends Instalment {
  /** What leaves the principal: what is returned, and the loss. */
  taken: bigint;
  loss: bigint;
  /** The redemption that it pays; null for one at the end of a period. */
  redemptionId: string | null;
  isLast: boolean;
}

const monthOf = (day: string): string => day.slice(0, "2026-11".length);

/** More changes of tax than are made; the schedules read all of them. */
export const MAX_TAX_CHANGES = 1_000;

/** The changes of the rate of withholding tax, in the order in which they apply. */
export const readTaxChanges = async (reader: Reader = db) => {
  const rows = await reader.taxChange.findMany({
    orderBy: [{ from: "asc" }, { changedAt: "asc" }, { id: "asc" }],
    take: MAX_TAX_CHANGES,
  });
  return rows.map(({ from, rate, changedAt }) => ({ from: dayOf(from), rate, changedAt }));
};

/** Reads what the schedules of investments depend on, by their ids. Those whose tenor has not begun are left out. */
export async function readRunning(
  rows: readonly InvestmentRow[],
  reader: Reader = db,
): Promise<Map<string, Running>> {
  const begun = rows.filter(({ startOn }) => startOn);
  if (begun.length === 0) return new Map();
  const taxChanges = await readTaxChanges(reader);
  const planIds = [...new Set(begun.map(({ planVersion }) => planVersion.planId))];
  // oxlint-disable-next-line house/bounded-readings -- a row for each month of a few plans
  const declarations = await reader.returnDeclaration.findMany({ where: { planId: { in: planIds } } });
  const rates = new Map(declarations.map(({ planId, month, rate }) => [`${planId} ${month}`, rate]));
  return new Map(
    begun.map(({ id, amount, startOn, planVersion, redemptions }) => {
      const [terms, start] = [toTerms(termsDto.parse(planVersion.terms)), dayOf(startOn!)];
      const declared: number[] = [];
      if (terms.return.kind === "declared")
        for (const end of periodEnds(terms, start)) {
          const rate = rates.get(`${planVersion.planId} ${monthOf(end)}`);
          if (rate === undefined) break;
          declared.push(rate);
        }
      const redeemed = redemptions.map(({ on, amount: part }) => ({ day: dayOf(on), amount: part }));
      return [id, { terms, amount, start, options: { declared, taxChanges, redemptions: redeemed } }];
    }),
  );
}

/** All payments in order. Where only a target is known, `isTarget` is true and the figures are those at the low end. */
export function paymentsOf(
  { terms, amount, start, options }: Running,
  { redemptions }: Pick<InvestmentRow, "redemptions">,
): PaymentOf[] {
  const schedule = scheduleOf(terms, amount, start, options);
  const payments = schedule.kind === "fixed" ? schedule.instalments : schedule.low;
  const ends = periodEnds(terms, start);
  let [left, period, redeemed] = [amount, 0, 0];
  return payments.map((payment) => {
    // On the end of a period its payment precedes a redemption.
    const redemption = payment.day === ends[period] ? null : redemptions[redeemed++]!;
    if (!redemption) period += 1;
    const isLast = !redemption && period === ends.length;
    const taken = isLast ? left : redemption ? redemption.amount : 0n;
    left -= taken;
    const loss = taken - payment.principal;
    return { ...payment, taken, loss, redemptionId: redemption?.id ?? null, isLast };
  });
}

/** The month whose declaration a period that has ended waits for, or null. */
export function waitsForOn(payments: readonly PaymentOf[], day: string): string | null {
  const waiting = payments.find(({ isTarget }) => isTarget);
  return waiting && waiting.day <= day ? monthOf(waiting.day) : null;
}

const dayBefore = (day: string): string => dayAt(dayNumber(day) - 1);

/** The value of an active investment on a day. What waits for its declaration, or for the job, is still invested, and worth what is certain. */
export function valueOf({ terms, amount, start, options }: Running, nextDueOn: string, day: string): bigint {
  const last = dayBefore(maturityOf(terms, start));
  const isWaiting = terms.return.kind === "declared" && nextDueOn <= day;
  const latest = isWaiting ? dayBefore(nextDueOn) : day;
  return valueOn(terms, amount, start, latest < last ? latest : last, options);
}
