/** The character that replaces each hidden one. */
export const BULLET = "\u2022";

/** Replaces all but the last 4 characters by bullets (product 2.13). Safe in the browser. */
export const mask = (value: string): string => BULLET.repeat(Math.max(0, value.length - 4)) + value.slice(-4);

/**
 * Masks the numbers in free text, in whatever digits and groups they are: somebody may have typed an identity number. A date is a number,
 * too.
 */
export const maskNumbersIn = (text: string): string =>
  text.replace(/\p{Nd}(?:[\s.,:/\p{Pd}]{0,2}\p{Nd}){5,}/gu, mask);

/** Whether a value is a masked number. When submitted, it stands for the stored number. */
export const isMasked = (value: unknown): value is string =>
  typeof value === "string" && new RegExp(`^${BULLET}{4,8}\\d{4}$`).test(value);
