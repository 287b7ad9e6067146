/** Returns `part` of `total` as a rounded percentage; 0 if the total is 0. */
export const percent = (part: number, total: number): number =>
  total > 0 ? Math.round((part / total) * 100) : 0;
