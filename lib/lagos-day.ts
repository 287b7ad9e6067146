/** Nigeria has no daylight saving time: UTC+1 all year. */
const LAGOS_MS = 3_600_000;

/** The calendar day in Nigeria: `2026-11-21`. */
export const lagosDay = (at: Date = new Date()): string =>
  new Date(at.getTime() + LAGOS_MS).toISOString().slice(0, 10);
