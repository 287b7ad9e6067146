/** Returns whether a declared rate is outside of a plan's target range, in basis points. Safe in the browser. */
export const isOutsideTarget = (rate: number, { low, high }: { low: number; high: number }): boolean =>
  rate < low || rate > high;
