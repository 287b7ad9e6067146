/** An investment plan as the public pages show it. Returns are targets a year, never promises. */
export interface PlanDto {
  id: string;
  name: string;
  summary: string;
  description: string;
  /** Naira. */
  minimum: number;
  tenorMonths: number;
  /** Percent a year. */
  targetReturn: { low: number; high: number };
  risk: string;
  payout: string;
}
