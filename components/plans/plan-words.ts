import { formatNaira } from "@/components/ui/format";
import type { PlanDto } from "@/lib/plans/dto";

/** Returns a text such as `14% to 18% a year`, or a single number if both are equal. */
export function returnWords({ low, high }: PlanDto["targetReturn"]): string {
  return low === high ? `${high}% a year` : `${low}% to ${high}% a year`;
}

/** Returns a duration such as `6 months`, `1 year`, `18 months` or `3 years`. */
export function tenorWords(months: number): string {
  if (months % 12 !== 0) return months === 1 ? "1 month" : `${months} months`;
  return months === 12 ? "1 year" : `${months / 12} years`;
}

/** The five questions that every plan answers, in the same order. */
export const planFacts = (plan: PlanDto): { title: string; text: string }[] => [
  { title: "Minimum", text: formatNaira(plan.minimum) },
  { title: "Tenor", text: tenorWords(plan.tenorMonths) },
  { title: "Target return", text: returnWords(plan.targetReturn) },
  { title: "Risk", text: plan.risk },
  { title: "How it pays", text: plan.payout },
];
