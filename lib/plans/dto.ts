/** An investment plan as shown on public pages. */
export interface PlanDto {
  id: string;
  name: string;
  summary: string;
  description: string;
  /** Naira. */
  minimum: number;
  tenorMonths: number;
  /** Percent per year; a target, not a promise. */
  targetReturn: { low: number; high: number };
  risk: string;
  payout: string;
}
