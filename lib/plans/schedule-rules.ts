import { addMonths, dayAt, dayNumber } from "@/lib/dates";
import type { Terms } from "./terms-schema";

/**
 * What is paid when (product 10.30, ADR 37): pure functions of an investment's terms, amount and start. Safe in the browser. Days are
 * `YYYY-MM-DD` in Lagos, money is kobo, rates are basis points.
 *
 * Every total up to a day (return, fee, tax) is one exact fraction, rounded down to kobo. A payment is the difference to the total before
 * it, so that nothing is lost by rounding and the last payment takes the remainder.
 */
export interface ScheduleOptions {
  /** For a declared return: what was declared for each period so far, from the first on, in basis points a year. Losses are negative. */
  declared?: readonly number[];
  /** Changes of the rate of withholding tax, each from a day on, in any order. Before the first the rate of the terms applies. */
  taxChanges?: readonly { from: string; rate: number }[];
  /** What was redeemed early, each from the principal at its end of a day. */
  redemptions?: readonly { day: string; amount: bigint }[];
}

export interface Payment {
  day: string;
  /** The return before fee and tax. */
  gross: bigint;
  fee: bigint;
  tax: bigint;
  /** The return that is paid. */
  net: bigint;
  /** The principal that is returned, less losses. */
  principal: bigint;
  /** What early redemption costs. It is taken from the principal that is returned. */
  charge: bigint;
  /** Whether the return is only a target: nothing was declared for its period yet. */
  isTarget: boolean;
}

export type Schedule =
  | { kind: "fixed"; payments: Payment[] }
  /** Both ends of the target range. They are equal where a return was declared. */
  | { kind: "declared"; low: Payment[]; high: Payment[] };

const BPS = 10_000n;
/** Basis points a year for a day, actual/365. */
const YEAR = BPS * 365n;

/** Division that rounds down, also below zero, where bigint division rounds up. */
const floorDivide = (a: bigint, b: bigint): bigint => (a < 0n ? -((-a + b - 1n) / b) : a / b);

/** The last day of the tenor, on which the principal is returned. */
export const maturityOf = ({ tenor }: Pick<Terms, "tenor">, start: string): string =>
  tenor.unit === "days" ? dayAt(dayNumber(start) + tenor.count) : addMonths(start, tenor.count);

/** The days on which periods end, counted from the start so that a 31st returns after a shorter month. The last is the maturity. */
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

interface Running {
  /** The principal that is invested. */
  principal: bigint;
  /** The return up to the day, before what was paid of it, in kobo and parts of YEAR. */
  earned: bigint;
  gross: bigint;
  fee: bigint;
  tax: bigint;
  /** The sum of what was taxed, each at its rate, in parts of BPS. */
  taxed: bigint;
  /** Losses that were taken from returned principal. */
  lost: bigint;
}

const begin = (principal: bigint): Running => ({
  principal,
  earned: 0n,
  gross: 0n,
  fee: 0n,
  tax: 0n,
  taxed: 0n,
  lost: 0n,
});

/** What was earned and not paid. Below zero it is a loss, which later returns make up for, or the principal bears at its return. */
const openReturn = ({ earned, gross, lost }: Running): bigint => floorDivide(earned, YEAR) - gross + lost;

/** The rate of withholding tax on a day. */
function taxRateOn(terms: Terms, { taxChanges = [] }: ScheduleOptions, day: string): bigint {
  let current = { from: "", rate: terms.withholdingTax };
  for (const change of taxChanges) if (change.from <= day && change.from >= current.from) current = change;
  return BigInt(current.rate);
}

/** Splits the return that is open on a day into fee, tax and what is paid, and counts it as paid. */
function takeReturn(run: Running, terms: Terms, options: ScheduleOptions, day: string) {
  const open = openReturn(run);
  const gross = open > 0n ? open : 0n;
  run.gross += gross;
  const fee = (run.gross * BigInt(terms.fee)) / BPS - run.fee;
  run.fee += fee;
  run.taxed += (gross - fee) * taxRateOn(terms, options, day);
  const tax = run.taxed / BPS - run.tax;
  run.tax += tax;
  return { gross, fee, tax, net: gross - fee - tax };
}

/** Returns principal, less its share of a loss that was not made up for. The share is rounded up, so that who stays bears no more. */
function returnPrincipal(run: Running, amount: bigint): bigint {
  const open = openReturn(run);
  const share = open < 0n && run.principal > 0n ? -floorDivide(open * amount, run.principal) : 0n;
  const loss = share < amount ? share : amount;
  run.lost += loss;
  run.principal -= amount;
  return amount - loss;
}

/**
 * Walks through the days on which something is paid, up to and with `until`. `rateOf` is the rate of a period, or null while it has none:
 * the period then earns nothing. A declared return is earned at the end of its period by the investments that are still there.
 */
function walk(
  terms: Terms,
  principal: bigint,
  start: string,
  options: ScheduleOptions,
  rateOf: (period: number) => { rate: number; isTarget: boolean } | null,
  until?: string,
): { run: Running; payments: Payment[]; last: string } {
  const run = begin(principal);
  const payments: Payment[] = [];
  const redemptions = (options.redemptions ?? []).toSorted((a, b) => dayNumber(a.day) - dayNumber(b.day));
  const ends = periodEnds(terms, start);
  let [last, next] = [start, 0];
  /** What a period has earned that counts from its end on. */
  let pending = 0n;
  for (const [period, end] of ends.entries()) {
    const current = rateOf(period);
    const accrue = (day: string) => {
      const days = BigInt(dayNumber(day) - dayNumber(last));
      const earned = run.principal * days * BigInt(current?.rate ?? 0);
      if (terms.return.kind === "fixed") run.earned += earned;
      else pending += earned;
      last = day;
    };
    for (; next < redemptions.length && redemptions[next]!.day < end; next += 1) {
      const { day, amount } = redemptions[next]!;
      if (until !== undefined && day > until) return { run, payments, last };
      accrue(day);
      const paid = takeReturn(run, terms, options, day);
      const redeemed = amount < run.principal ? amount : run.principal;
      const returned = returnPrincipal(run, redeemed);
      const charge = chargeFor(terms, redeemed, returned);
      payments.push({ day, ...paid, principal: returned, charge, isTarget: false });
      if (run.principal === 0n) return { run, payments, last };
    }
    if (until !== undefined && end > until) return { run, payments, last };
    accrue(end);
    run.earned += pending;
    pending = 0n;
    const paid = takeReturn(run, terms, options, end);
    const isLast = period === ends.length - 1;
    const returned = isLast ? returnPrincipal(run, run.principal) : 0n;
    payments.push({
      day: end,
      ...paid,
      principal: returned,
      charge: 0n,
      isTarget: current?.isTarget ?? false,
    });
  }
  return { run, payments, last };
}

/** The charge for redeeming principal early. It is never more than what is returned of it. */
function chargeFor({ earlyRedemption }: Terms, amount: bigint, returned: bigint): bigint {
  const charge = (amount * BigInt(earlyRedemption?.charge ?? 0)) / BPS;
  return charge < returned ? charge : returned;
}

/** Only what is certain: the fixed rate, or what was declared. */
const certainRate = (terms: Terms, { declared = [] }: ScheduleOptions) => {
  const { return: promised } = terms;
  return (period: number) => {
    const rate = promised.kind === "fixed" ? promised.rate : declared[period];
    return rate === undefined ? null : { rate, isTarget: false };
  };
};

/** All payments of an investment. For a declared return each period without a declaration is shown at both ends of the target range. */
export function scheduleOf(
  terms: Terms,
  principal: bigint,
  start: string,
  options: ScheduleOptions = {},
): Schedule {
  const { return: promised } = terms;
  const certain = certainRate(terms, options);
  if (promised.kind === "fixed")
    return { kind: "fixed", payments: walk(terms, principal, start, options, certain).payments };
  const at = (rate: number) =>
    walk(terms, principal, start, options, (period) => certain(period) ?? { rate, isTarget: true }).payments;
  return { kind: "declared", low: at(promised.low), high: at(promised.high) };
}

export interface Accrued {
  /** The principal that is invested on the day. */
  principal: bigint;
  /** The return up to the day that is not due yet. */
  gross: bigint;
  fee: bigint;
  tax: bigint;
  net: bigint;
  /** Losses that later returns have to make up for. */
  loss: bigint;
}

/**
 * What has accrued at the end of a day and is not due yet. Payments of the day are due, thus not part of it; from the maturity on nothing is.
 * Of a declared return only what was declared counts, never a target.
 */
export function accruedOn(
  terms: Terms,
  principal: bigint,
  start: string,
  day: string,
  options: ScheduleOptions = {},
): Accrued {
  const { run, last } = walk(terms, principal, start, options, certainRate(terms, options), day);
  if (terms.return.kind === "fixed" && run.principal > 0n && day > last)
    run.earned += run.principal * BigInt(dayNumber(day) - dayNumber(last)) * BigInt(terms.return.rate);
  const open = run.principal > 0n ? openReturn(run) : 0n;
  const returned = takeReturn(run, terms, options, day);
  return { principal: run.principal, ...returned, loss: open < 0n ? -open : 0n };
}

/** What an investment is worth at the end of a day: the principal, and the net return that has accrued, or less a loss. */
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
 * What would be paid for redeeming an amount of the principal on a day, with its charge, and what would remain. The return that has accrued is
 * paid too, for all of the principal. Refused: if the terms do not offer it or not on this day, for an amount that is not there or, as a part, is
 * below the step of the plan, and if less than the minimum would remain.
 */
export function redemptionOn(
  terms: Terms,
  principal: bigint,
  start: string,
  redemption: { day: string; amount: bigint },
  options: ScheduleOptions = {},
): { payment: Payment; remaining: bigint } | { refused: RedemptionRefusal } {
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
  const { payments } = walk(
    terms,
    principal,
    start,
    { ...options, redemptions },
    certainRate(terms, options),
    day,
  );
  return { payment: payments.at(-1)!, remaining };
}
