import { addMonths, dayAt, dayNumber } from "@/lib/dates";
import type { Terms } from "./terms-schema";

/**
 * The schedule of an investment (product 10.30, ADR 37): pure functions of its terms, amount and start. Safe in the browser. Days are
 * `YYYY-MM-DD` in Lagos, amounts are kobo, rates are basis points.
 *
 * Every total up to a day (return, fee, tax) is one exact fraction, rounded down to kobo. An instalment is the difference between two
 * totals, so rounding loses nothing and the last instalment takes the remainder.
 */
export interface ScheduleOptions {
  /** Declared rates by period, from the first, in basis points a year. Losses are negative. */
  declared?: readonly number[];
  /** Changes to the withholding tax rate with their first days, in any order. The terms' rate applies before the first change. */
  taxChanges?: readonly { from: string; rate: number }[];
  /** Early redemptions, each taken from the principal at the end of its day. */
  redemptions?: readonly { day: string; amount: bigint; waivesCharge?: boolean }[];
}

export interface Instalment {
  day: string;
  /** The return before fee and tax. */
  gross: bigint;
  fee: bigint;
  tax: bigint;
  /** The return after fee and tax. */
  net: bigint;
  /** Repaid principal, less losses. */
  principal: bigint;
  /** The charge for early redemption, deducted from the repaid principal. */
  charge: bigint;
  /** Whether the return is only a target, because no return has been declared for its period. */
  isTarget: boolean;
}

export type Schedule =
  | { kind: "fixed"; instalments: Instalment[] }
  /** Both ends of the target range; equal where a return has been declared. */
  | { kind: "declared"; low: Instalment[]; high: Instalment[] };

const BPS = 10_000n;
/** The divisor of rate times days: basis points, actual/365. */
const YEAR = BPS * 365n;

/** Rounds down, also below zero, where bigint division rounds up. */
const floorDivide = (a: bigint, b: bigint): bigint => (a < 0n ? -((-a + b - 1n) / b) : a / b);

/** Returns the last day of the tenor, on which the principal is repaid. */
export const maturityOf = ({ tenor }: Pick<Terms, "tenor">, start: string): string =>
  tenor.unit === "days" ? dayAt(dayNumber(start) + tenor.count) : addMonths(start, tenor.count);

/**
 * Returns the last days of all periods, counted from the start, so that a start on the 31st does not drift after a shorter month. The last
 * one is the maturity.
 */
export function periodEnds(terms: Pick<Terms, "tenor" | "payout">, start: string): string[] {
  const maturity = maturityOf(terms, start);
  const ends: string[] = [];
  if (terms.payout !== "maturity") {
    const months = terms.payout === "monthly" ? 1 : 3;
    for (let count = months, end = addMonths(start, count); end < maturity; end = addMonths(start, count)) {
      ends.push(end);
      count += months;
    }
  }
  return [...ends, maturity];
}

interface RunningTotals {
  /** Invested principal. */
  principal: bigint;
  /** The return earned up to the day, paid or not, in kobo times YEAR. */
  earned: bigint;
  gross: bigint;
  fee: bigint;
  tax: bigint;
  /** The tax on all paid returns, each at its rate, in kobo times BPS. */
  taxed: bigint;
  /** Losses deducted from repaid principal. */
  lost: bigint;
}

const initialTotals = (principal: bigint): RunningTotals => ({
  principal,
  earned: 0n,
  gross: 0n,
  fee: 0n,
  tax: 0n,
  taxed: 0n,
  lost: 0n,
});

/**
 * Returns the earned, unpaid return. A negative value is a loss, which later returns make up for, or the principal bears when it is repaid.
 */
const unpaidReturn = ({ earned, gross, lost }: RunningTotals): bigint =>
  floorDivide(earned, YEAR) - gross + lost;

/** Returns the withholding tax rate on a day, in basis points. */
export function taxRateOn(
  terms: Pick<Terms, "withholdingTax">,
  { taxChanges = [] }: Pick<ScheduleOptions, "taxChanges">,
  day: string,
): number {
  let current = { from: "", rate: terms.withholdingTax };
  for (const change of taxChanges) if (change.from <= day && change.from >= current.from) current = change;
  return current.rate;
}

/** Pays the unpaid return on a day, split into fee, tax and net. */
function payReturn(totals: RunningTotals, terms: Terms, options: ScheduleOptions, day: string) {
  const unpaid = unpaidReturn(totals);
  const gross = unpaid > 0n ? unpaid : 0n;
  totals.gross += gross;
  const fee = (totals.gross * BigInt(terms.fee)) / BPS - totals.fee;
  totals.fee += fee;
  totals.taxed += (gross - fee) * BigInt(taxRateOn(terms, options, day));
  const tax = totals.taxed / BPS - totals.tax;
  totals.tax += tax;
  return { gross, fee, tax, net: gross - fee - tax };
}

/**
 * Repays principal, less its share of a loss that has not been made up for. The share is rounded up in favour of the remaining principal.
 */
function repayPrincipal(totals: RunningTotals, amount: bigint): bigint {
  const unpaid = unpaidReturn(totals);
  const share = unpaid < 0n && totals.principal > 0n ? -floorDivide(unpaid * amount, totals.principal) : 0n;
  const loss = share < amount ? share : amount;
  totals.lost += loss;
  totals.principal -= amount;
  return amount - loss;
}

/**
 * Projects all instalments up to and including `until`. `rateOf` returns the rate of a period, or null while it has none and earns nothing.
 * A declared return is earned at the end of its period, on the principal of each day.
 */
function project(
  terms: Terms,
  principal: bigint,
  start: string,
  options: ScheduleOptions,
  rateOf: (period: number) => { rate: number; isTarget: boolean } | null,
  until?: string,
): { totals: RunningTotals; instalments: Instalment[]; last: string } {
  const totals = initialTotals(principal);
  const instalments: Instalment[] = [];
  const redemptions = (options.redemptions ?? []).toSorted((a, b) => dayNumber(a.day) - dayNumber(b.day));
  const ends = periodEnds(terms, start);
  let [last, next] = [start, 0];
  /** A declared period's return, which is credited at the end of the period. */
  let pending = 0n;
  let isTarget = false;
  for (const [period, end] of ends.entries()) {
    const current = rateOf(period);
    const accrue = (day: string) => {
      const days = BigInt(dayNumber(day) - dayNumber(last));
      const earned = totals.principal * days * BigInt(current?.rate ?? 0);
      if (terms.return.kind === "fixed") totals.earned += earned;
      else pending += earned;
      last = day;
    };
    for (; next < redemptions.length && redemptions[next]!.day < end; next += 1) {
      const { day, amount, waivesCharge } = redemptions[next]!;
      if (until !== undefined && day > until) return { totals, instalments, last };
      accrue(day);
      const paid = payReturn(totals, terms, options, day);
      const redeemed = amount < totals.principal ? amount : totals.principal;
      const returned = repayPrincipal(totals, redeemed);
      const charge = waivesCharge ? 0n : redemptionCharge(terms, redeemed, returned);
      instalments.push({ day, ...paid, principal: returned, charge, isTarget });
      if (totals.principal === 0n) return { totals, instalments, last };
    }
    if (until !== undefined && end > until) return { totals, instalments, last };
    accrue(end);
    totals.earned += pending;
    pending = 0n;
    isTarget = current?.isTarget ?? false;
    const paid = payReturn(totals, terms, options, end);
    const isLast = period === ends.length - 1;
    const returned = isLast ? repayPrincipal(totals, totals.principal) : 0n;
    instalments.push({
      day: end,
      ...paid,
      principal: returned,
      charge: 0n,
      isTarget,
    });
  }
  return { totals, instalments, last };
}

/**
 * Returns the day on which a redemption takes effect: at once, or on the last day of the period if the return is declared after it, so that
 * the redeemed principal has its share of a return or a loss.
 */
export const redemptionDay = (terms: Terms, start: string, today: string): string =>
  terms.return.kind === "fixed" ? today : (periodEnds(terms, start).find((end) => end >= today) ?? today);

/** Returns the charge for early redemption, at most the repaid principal. */
function redemptionCharge({ earlyRedemption }: Terms, amount: bigint, returned: bigint): bigint {
  const charge = (amount * BigInt(earlyRedemption?.charge ?? 0)) / BPS;
  return charge < returned ? charge : returned;
}

/** Returns the certain rates: fixed or declared, without targets. */
const certainRates = (terms: Terms, { declared = [] }: ScheduleOptions) => {
  const { return: planReturn } = terms;
  return (period: number) => {
    const rate = planReturn.kind === "fixed" ? planReturn.rate : declared[period];
    return rate === undefined ? null : { rate, isTarget: false };
  };
};

/** Returns all instalments of an investment. Periods without a declaration are shown at both ends of the target range. */
export function scheduleOf(
  terms: Terms,
  principal: bigint,
  start: string,
  options: ScheduleOptions = {},
): Schedule {
  const { return: planReturn } = terms;
  const certain = certainRates(terms, options);
  if (planReturn.kind === "fixed")
    return { kind: "fixed", instalments: project(terms, principal, start, options, certain).instalments };
  const at = (rate: number) =>
    project(terms, principal, start, options, (period) => certain(period) ?? { rate, isTarget: true })
      .instalments;
  return { kind: "declared", low: at(planReturn.low), high: at(planReturn.high) };
}

export interface Accrued {
  /** Invested principal on the day. */
  principal: bigint;
  /** The accrued return that is not due yet. */
  gross: bigint;
  fee: bigint;
  tax: bigint;
  net: bigint;
  /** Losses that later returns must make up for. */
  loss: bigint;
}

/**
 * Returns the accrued return at the end of a day. It excludes instalments due on that day, and is zero from maturity on. Targets never
 * count.
 */
export function accruedOn(
  terms: Terms,
  principal: bigint,
  start: string,
  day: string,
  options: ScheduleOptions = {},
): Accrued {
  const { totals, last } = project(terms, principal, start, options, certainRates(terms, options), day);
  if (terms.return.kind === "fixed" && totals.principal > 0n && day > last)
    totals.earned += totals.principal * BigInt(dayNumber(day) - dayNumber(last)) * BigInt(terms.return.rate);
  const unpaid = totals.principal > 0n ? unpaidReturn(totals) : 0n;
  const returned = payReturn(totals, terms, options, day);
  return { principal: totals.principal, ...returned, loss: unpaid < 0n ? -unpaid : 0n };
}

/** Returns the value of an investment at the end of a day: principal plus accrued net return, less losses. */
export function valueOn(...investment: Parameters<typeof accruedOn>): bigint {
  const { principal, net, loss } = accruedOn(...investment);
  return loss < principal ? principal + net - loss : 0n;
}

export type RedemptionRefusal =
  | "not_offered"
  | "too_early"
  | "matured"
  | "amount"
  | "too_little"
  | "remainder";

/**
 * Returns the instalment for redeeming an amount on a day, and the remaining principal. It also pays the accrued return on all of the
 * principal. Refused if the terms do not allow redemption at all, or on this day; if the amount exceeds the principal; if a partial
 * redemption is below the plan's step, or would leave less than the minimum.
 */
export function redemptionOn(
  terms: Terms,
  principal: bigint,
  start: string,
  redemption: { day: string; amount: bigint },
  options: ScheduleOptions = {},
): { instalment: Instalment; remaining: bigint } | { refused: RedemptionRefusal } {
  const { day, amount } = redemption;
  if (!terms.earlyRedemption) return { refused: "not_offered" };
  if (day >= maturityOf(terms, start)) return { refused: "matured" };
  if (dayNumber(day) < dayNumber(start) + terms.earlyRedemption.fromDay) return { refused: "too_early" };
  const invested = accruedOn(terms, principal, start, day, options).principal;
  const remaining = invested - amount;
  if (amount <= 0n || remaining < 0n) return { refused: "amount" };
  if (remaining > 0n && amount < terms.step) return { refused: "too_little" };
  if (remaining > 0n && remaining < terms.minimum) return { refused: "remainder" };
  const redemptions = [...(options.redemptions ?? []), redemption];
  const { instalments } = project(
    terms,
    principal,
    start,
    { ...options, redemptions },
    certainRates(terms, options),
    day,
  );
  return { instalment: instalments.at(-1)!, remaining };
}
