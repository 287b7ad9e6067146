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

/** The instalments of an investment, computed from its stored terms, declarations, tax changes and redemptions (product 10.33, ADR 41). */

type Reader = Tx | typeof db;

/** Everything that the schedule of a started investment depends on. */
export interface ScheduleInput {
  terms: Terms;
  amount: bigint;
  start: string;
  options: ScheduleOptions;
}

/** An instalment of an investment. */
export interface InvestmentInstalment extends Instalment {
  /** The reduction of the principal: repayment and loss. */
  taken: bigint;
  loss: bigint;
  /** The redemption that it pays; null at the end of a period. */
  redemptionId: string | null;
  isLast: boolean;
}

/** Returns the month of a day, such as `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, "2026-11".length);

/** The maximum number of tax changes: schedules read all of them. */
export const MAX_TAX_CHANGES = 1_000;

/** Returns the changes to the withholding tax rate, in order of effect. */
export const readTaxChanges = async (reader: Reader = db) => {
  const rows = await reader.taxChange.findMany({
    orderBy: [{ from: "asc" }, { changedAt: "asc" }, { id: "asc" }],
    take: MAX_TAX_CHANGES,
  });
  return rows.map(({ from, rate, changedAt }) => ({ from: dayOf(from), rate, changedAt }));
};

/** Reads the schedule inputs of investments by id, without those that have not started. */
export async function readScheduleInputs(
  rows: readonly InvestmentRow[],
  reader: Reader = db,
): Promise<Map<string, ScheduleInput>> {
  const started = rows.filter(({ startOn }) => startOn);
  if (started.length === 0) return new Map();
  const taxChanges = await readTaxChanges(reader);
  const planIds = [...new Set(started.map(({ planVersion }) => planVersion.planId))];
  // oxlint-disable-next-line house/bounded-readings -- a row for each month of a few plans
  const declarations = await reader.returnDeclaration.findMany({
    where: { planId: { in: planIds }, undoneById: null },
  });
  const rates = new Map(declarations.map(({ planId, month, rate }) => [`${planId} ${month}`, rate]));
  return new Map(
    started.map(({ id, amount, startOn, planVersion, redemptions }) => {
      const [terms, start] = [toTerms(termsDto.parse(planVersion.terms)), dayOf(startOn!)];
      const declared: number[] = [];
      if (terms.return.kind === "declared")
        for (const end of periodEnds(terms, start)) {
          const rate = rates.get(`${planVersion.planId} ${monthOf(end)}`);
          if (rate === undefined) break;
          declared.push(rate);
        }
      const redeemed = redemptions.map(({ on, amount: redeemedAmount, waivesCharge }) => ({
        day: dayOf(on),
        amount: redeemedAmount,
        waivesCharge,
      }));
      return [id, { terms, amount, start, options: { declared, taxChanges, redemptions: redeemed } }];
    }),
  );
}

/** Returns all instalments in order. Where only a target is known, `isTarget` is true and the figures are those of the low end. */
export function instalmentsOf(
  { terms, amount, start, options }: ScheduleInput,
  { redemptions }: Pick<InvestmentRow, "redemptions">,
): InvestmentInstalment[] {
  const schedule = scheduleOf(terms, amount, start, options);
  const instalments = schedule.kind === "fixed" ? schedule.instalments : schedule.low;
  const ends = periodEnds(terms, start);
  let [left, period, redeemed] = [amount, 0, 0];
  return instalments.map((instalment) => {
    // On the last day of a period, its instalment precedes a redemption.
    const redemption = instalment.day === ends[period] ? null : redemptions[redeemed++]!;
    if (!redemption) period += 1;
    const isLast = !redemption && period === ends.length;
    const taken = isLast ? left : redemption ? redemption.amount : 0n;
    left -= taken;
    const loss = taken - instalment.principal;
    return { ...instalment, taken, loss, redemptionId: redemption?.id ?? null, isLast };
  });
}

/** Returns the month whose missing declaration blocks a period that has ended, or null. */
export function undeclaredMonth(instalments: readonly InvestmentInstalment[], day: string): string | null {
  const waiting = instalments.find(({ isTarget }) => isTarget);
  return waiting && waiting.day <= day ? monthOf(waiting.day) : null;
}

const dayBefore = (day: string): string => dayAt(dayNumber(day) - 1);

/**
 * Returns the value of an active investment on a day. An instalment that awaits its declaration or the job still counts as invested, at its
 * certain value.
 */
export function accruedValue(
  { terms, amount, start, options }: ScheduleInput,
  nextDueOn: string,
  day: string,
): bigint {
  const last = dayBefore(maturityOf(terms, start));
  const isWaiting = terms.return.kind === "declared" && nextDueOn <= day;
  const latest = isWaiting ? dayBefore(nextDueOn) : day;
  return valueOn(terms, amount, start, latest < last ? latest : last, options);
}
