import { formatRate } from "@/lib/rates";
import { scheduleOf, taxRateOn, type Instalment, type ScheduleOptions } from "./schedule-rules";
import type { Terms } from "./terms-schema";

/**
 * The figures of a schedule as people see them: rows, totals and their labels, for all pages and PDFs (ADR 37). Each figure equals what
 * instalments post to the ledger. Safe in the browser.
 */
export interface ScheduleFacts {
  terms: Terms;
  amount: bigint;
  /** The first day of the tenor. */
  start: string;
  options?: ScheduleOptions;
}

/** An instalment at the lowest and at the highest return, which are equal if the return is certain. */
export interface ScheduleRow {
  day: string;
  low: Instalment;
  high: Instalment;
  /** The withholding tax rate on its day, in basis points. */
  taxRate: number;
}

export type Figure = "gross" | "fee" | "tax" | "net" | "principal" | "charge" | "received";

/** An amount at both ends of the target range. */
export interface Range {
  low: bigint;
  high: bigint;
}

export interface LabelledTotal extends Range {
  figure: Figure | "invested";
  label: string;
}

/** Returns a figure of an instalment. `received` is what it pays the investor. */
const figureOf = (instalment: Instalment, figure: Figure): bigint =>
  figure === "received" ? instalment.net + instalment.principal - instalment.charge : instalment[figure];

/** Returns all instalments of a schedule. */
export function scheduleRows({ terms, amount, start, options = {} }: ScheduleFacts): ScheduleRow[] {
  const schedule = scheduleOf(terms, amount, start, options);
  const [low, high] =
    schedule.kind === "fixed" ? [schedule.instalments, schedule.instalments] : [schedule.low, schedule.high];
  return low.map((instalment, index) => ({
    day: instalment.day,
    low: instalment,
    high: high[index]!,
    taxRate: taxRateOn(terms, options, instalment.day),
  }));
}

/** Returns a figure of a row at both ends. */
export const rangeOf = ({ low, high }: ScheduleRow, figure: Figure): Range => ({
  low: figureOf(low, figure),
  high: figureOf(high, figure),
});

const sumOf = (rows: readonly ScheduleRow[], figure: Figure): Range =>
  rows
    .map((row) => rangeOf(row, figure))
    .reduce((sum, each) => ({ low: sum.low + each.low, high: sum.high + each.high }), { low: 0n, high: 0n });

/** Returns the withholding tax rates of the instalments that have a return, each once, in order. */
export const taxRatesOf = (rows: readonly ScheduleRow[]): number[] => [
  ...new Set(rows.filter(({ high }) => high.gross > high.fee).map(({ taxRate }) => taxRate)),
];

/** Formats `Withholding tax, 10%`, or `Withholding tax, 10% then 12.5%` if the rate changes. */
function taxLabel(rows: readonly ScheduleRow[]): string {
  const rates = taxRatesOf(rows);
  return ["Withholding tax", rates.map(formatRate).join(" then ")].filter(Boolean).join(", ");
}

/** Returns the labels of the figures that a schedule has: it may have no fee and no charge. */
export function figureLabels(rows: readonly ScheduleRow[]): { figure: Figure; label: string }[] {
  const has = (figure: Figure) =>
    rows.some(({ low, high }) => figureOf(low, figure) + figureOf(high, figure) > 0n);
  return [
    { figure: "gross", label: "Return before tax" },
    ...(has("fee") ? ([{ figure: "fee", label: "Our fee" }] as const) : []),
    { figure: "tax", label: taxLabel(rows) },
    { figure: "net", label: "Return after tax" },
    ...(has("charge") ? ([{ figure: "charge", label: "Charge for early redemption" }] as const) : []),
    { figure: "received", label: "You receive in total" },
  ];
}

/** Returns the totals of a schedule with their labels. */
export const scheduleTotals = (amount: bigint, rows: readonly ScheduleRow[]): LabelledTotal[] => [
  { figure: "invested", label: "You invest", low: amount, high: amount },
  ...figureLabels(rows).map((labelled) => ({ ...labelled, ...sumOf(rows, labelled.figure) })),
];
