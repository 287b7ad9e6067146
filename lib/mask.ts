/** Numbers that identify a person, as they are shown. Safe in the browser. */

/** Stands in a masked number for each character that is not shown. */
export const BULLET = "\u2022";

/** All but the last 4 characters as bullets (product 2.13). */
export const mask = (value: string): string => BULLET.repeat(Math.max(0, value.length - 4)) + value.slice(-4);

/** A number that was given before and is shown masked; sent back as it is, it means the number that the server keeps. */
export const isMasked = (value: unknown): value is string =>
  typeof value === "string" && new RegExp(`^${BULLET}{4,8}\\d{4}$`).test(value);
