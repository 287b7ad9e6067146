/** The character that replaces each hidden one. */
export const BULLET = "\u2022";

/** Replaces all but the last 4 characters with bullets (product 2.13). Safe in the browser. */
export const mask = (value: string): string => BULLET.repeat(Math.max(0, value.length - 4)) + value.slice(-4);

/**
 * Masks the numbers in free text, regardless of script and grouping: an identity number may have been typed into it. Dates are masked too.
 */
export const maskNumbersIn = (text: string): string =>
  text.replace(/\p{Nd}(?:[\s.,:/\p{Pd}]{0,2}\p{Nd}){5,}/gu, mask);

/** Returns whether a value is a masked number. In a request, it means the stored number. */
export const isMasked = (value: unknown): value is string =>
  typeof value === "string" && new RegExp(`^${BULLET}{4,9}\\d{4}$`).test(value);
