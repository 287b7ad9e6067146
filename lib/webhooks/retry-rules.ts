const SECOND = 1_000;
const LONGEST_MS = 6 * 3_600_000;

/** After so many failed rounds, or attempts of one delivery, the owner is emailed; after the last, it ends. They take about three days. */
export const FAILURES_UNTIL_MAIL = 5;
export const MAX_FAILURES = 20;

/**
 * Returns the delay in milliseconds after the given number of failures: 5 s, 15 s, 45 s and so on, at most 6 hours, each between 80 and 120
 * percent (`random` from 0 to 1), so that the deliveries of an outage do not arrive together.
 */
export const retryDelay = (failures: number, random: number = Math.random()): number =>
  Math.min(LONGEST_MS, 5 * SECOND * 3 ** (failures - 1)) * (0.8 + 0.4 * random);
