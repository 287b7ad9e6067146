import { dayWords } from "@/lib/dates";
import { formatRate } from "@/lib/rates";
import { taxRateOn, type ScheduleOptions } from "./schedule-rules";
import type { TermsDto } from "./terms-schema";

/** The terms of a plan in words, for pages and PDFs. Safe in the browser. */

/** Formats `14% to 18% a year`, or one rate if it is fixed or both ends are equal. */
export function returnWords(planReturn: TermsDto["return"]): string {
  const [low, high] =
    planReturn.kind === "fixed" ? [planReturn.rate, planReturn.rate] : [planReturn.low, planReturn.high];
  return low === high ? `${formatRate(low)} a year` : `${formatRate(low)} to ${formatRate(high)} a year`;
}

const plural = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** Formats a duration such as `90 days`, `6 months`, `1 year`, `18 months` or `3 years`. */
export function tenorWords({ unit, count }: TermsDto["tenor"]): string {
  if (unit === "days") return plural(count, "day");
  return count % 12 === 0 ? plural(count / 12, "year") : plural(count, "month");
}

export const paymentFrequencies: Record<TermsDto["payout"], string> = {
  maturity: "All at the end of the tenor",
  monthly: "Every month",
  quarterly: "Every quarter",
};

export function redemptionWords({
  earlyRedemption,
  return: { kind },
  payout,
}: Pick<TermsDto, "earlyRedemption" | "return" | "payout">): string {
  // With a declared return it takes effect at the end of a period, which is the maturity if everything is paid then.
  if (!earlyRedemption || (kind === "declared" && payout === "maturity")) return "Not possible";
  const { fromDay, charge } = earlyRedemption;
  const from = `From day ${fromDay}${kind === "declared" ? ", at the end of a period" : ""}`;
  return charge === 0
    ? `${from}, free of charge`
    : `${from}, for ${formatRate(charge)} of the redeemed amount`;
}

export const feeWords = ({ fee }: Pick<TermsDto, "fee">): string =>
  fee === 0 ? "None" : `${formatRate(fee)} of the return`;

const rateWords = (rate: number): string => (rate === 0 ? "None" : `${formatRate(rate)} of the return`);

/** Formats the withholding tax rate on a day, with the announced next one: `10% of the return, 12.5% from 1 January 2027`. */
export function taxWords(
  terms: Pick<TermsDto, "withholdingTax">,
  taxChanges: NonNullable<ScheduleOptions["taxChanges"]>,
  day: string,
): string {
  const rateOn = (on: string) => taxRateOn(terms, { taxChanges }, on);
  const next = taxChanges
    .map(({ from }) => from)
    .toSorted()
    .find((from) => from > day && rateOn(from) !== rateOn(day));
  const current = rateWords(rateOn(day));
  return next ? `${current}, ${formatRate(rateOn(next))} from ${dayWords(next)}` : current;
}
