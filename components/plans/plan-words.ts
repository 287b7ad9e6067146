import { formatDate } from "@/components/ui/format";
import { formatKobo } from "@/lib/money";
import type { PlanDto } from "@/lib/plans/schema";
import type { TermsDto } from "@/lib/plans/terms-schema";
import { formatRate } from "@/lib/rates";

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

/** Returns a note on when a schedule that has not begun starts. */
export const ifToday = (today: string): string =>
  `If your money arrived today, ${formatDate(today)}. Tax is withheld at today's rate.`;

export interface Fact {
  title: string;
  text: string;
}

/** Answers the same five questions for every plan, in the same order. */
export const planFacts = ({ terms, risk }: Pick<PlanDto, "terms" | "risk">): Fact[] => [
  { title: "Minimum", text: formatKobo(BigInt(terms.minimum)) },
  { title: "Tenor", text: tenorWords(terms.tenor) },
  {
    title: terms.return.kind === "fixed" ? "Return" : "Target return",
    text: returnWords(terms.return),
  },
  { title: "Risk", text: risk },
  { title: "Payment frequency", text: paymentFrequencies[terms.payout] },
];

function redemptionWords({ earlyRedemption }: TermsDto): string {
  if (!earlyRedemption) return "Not possible";
  const { fromDay, charge } = earlyRedemption;
  const from = `From day ${fromDay}`;
  return charge === 0
    ? `${from}, free of charge`
    : `${from}, for ${formatRate(charge)} of the redeemed amount`;
}

/** Returns the other terms of a plan. */
export const termFacts = ({ terms, version, publishedAt }: PlanDto): Fact[] => [
  { title: "Steps", text: `${formatKobo(BigInt(terms.step))} above the minimum` },
  {
    title: "Capacity",
    text: terms.capacity === null ? "No limit" : `${formatKobo(BigInt(terms.capacity))} from all investors`,
  },
  { title: "Early redemption", text: redemptionWords(terms) },
  { title: "Our fee", text: terms.fee === 0 ? "None" : `${formatRate(terms.fee)} of the return` },
  {
    title: "Withholding tax",
    text: terms.withholdingTax === 0 ? "None" : `${formatRate(terms.withholdingTax)} of the return`,
  },
  { title: "Day count", text: "Actual days in a 365-day year" },
  { title: "Version", text: `${version}, published on ${formatDate(publishedAt)}` },
];
