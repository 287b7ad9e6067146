import { formatDate } from "@/components/ui/format";
import { formatKobo } from "@/lib/money";
import type { PlanDto } from "@/lib/plans/schema";
import type { ScheduleOptions } from "@/lib/plans/schedule-rules";
import {
  feeWords,
  paymentFrequencies,
  redemptionWords,
  returnWords,
  taxWords,
  tenorWords,
} from "@/lib/plans/term-labels";

/** Returns a note on when a schedule that has not begun starts. */
export const ifToday = (today: string): string =>
  `If your money arrived today, ${formatDate(today)}. Tax is withheld at the rates announced so far.`;

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

/** Returns the other terms of a plan, with the withholding tax rate on a day. */
export const termFacts = (
  { terms, version, publishedAt }: PlanDto,
  taxChanges: NonNullable<ScheduleOptions["taxChanges"]>,
  day: string,
): Fact[] => [
  { title: "Steps", text: `${formatKobo(BigInt(terms.step))} above the minimum` },
  {
    title: "Capacity",
    text: terms.capacity === null ? "No limit" : `${formatKobo(BigInt(terms.capacity))} from all investors`,
  },
  { title: "Early redemption", text: redemptionWords(terms) },
  { title: "Our fee", text: feeWords(terms) },
  { title: "Withholding tax", text: taxWords(terms, taxChanges, day) },
  { title: "Day count", text: "Actual days in a 365-day year" },
  { title: "Version", text: `${version}, published on ${formatDate(publishedAt)}` },
];
