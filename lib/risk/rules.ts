import { addMonths } from "@/lib/dates";
import type { RiskLevel } from "@/lib/roles";

/** The risk rating of a customer (product 10.42, SEC AML/CFT/CPF Regulations 2022). Pure. */
/** What raises a rating: points, and the fact in words. */
export const riskFactors = {
  company: { points: 1, text: "A company" },
  minor: { points: 1, text: "Under 18" },
  unmatched: { points: 1, text: "No source has matched the identity, and we have not met" },
  amount: { points: 2, text: "A large amount in twelve months, invested or expected" },
  foreign_owner: { points: 2, text: "A director or owner in another country" },
  findings: { points: 2, text: "A serious finding was set aside at the approval" },
  listed_country: {
    points: 6,
    text: "A director or owner in a country that the FATF calls for action against",
  },
  pep: { points: 6, text: "Holds a public office, or is close to somebody who does" },
  pep_hit: { points: 6, text: "Confirmed on a list of politically exposed people" },
  sanctions_hit: { points: 6, text: "Confirmed on a list of sanctions" },
} as const satisfies Record<string, { points: number; text: string }>;
export type RiskFactor = keyof typeof riskFactors;

/** The points from which a rating is medium or high. */
const MEDIUM = 3;
const HIGH = 6;

export const pointsOf = (factors: readonly RiskFactor[]): number =>
  factors.reduce((sum, factor) => sum + riskFactors[factor].points, 0);

/** Returns the level that follows from the factors. */
export function levelOf(factors: readonly RiskFactor[]): RiskLevel {
  const points = pointsOf(factors);
  if (points >= HIGH) return "high";
  return points >= MEDIUM ? "medium" : "low";
}

/**
 * Returns the day by which an approved customer is reviewed again: some years after the approval, fewer at a higher level, or the day on which
 * the ID expires, whichever is earlier.
 */
export function reviewDay(
  { approvedOn, idExpiresOn, level }: { approvedOn: string; idExpiresOn: string | null; level: RiskLevel },
  years: Readonly<Record<RiskLevel, number>>,
): string {
  const regular = addMonths(approvedOn, 12 * years[level]);
  return idExpiresOn !== null && idExpiresOn < regular ? idExpiresOn : regular;
}
