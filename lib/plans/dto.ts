/** An investment plan as shown on public pages. */
export interface PlanDto {
  id: string;
  name: string;
  summary: string;
  description: string;
  /** The minimum in naira. */
  minimum: number;
  tenorMonths: number;
  /** The target return in percent per year, which is not a promise. */
  targetReturn: { low: number; high: number };
  risk: string;
  payout: string;
}
