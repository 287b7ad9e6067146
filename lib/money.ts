/** Amounts of money: kobo as bigint, never a number (ADR 37). Safe in the browser. */
import { normalizeNumber } from "./text";

/** The largest accepted amount, ten trillion naira. */
export const MAX_KOBO = 10n ** 15n;

const naira = new Intl.NumberFormat("en-NG", {
  style: "currency",
  currency: "NGN",
  trailingZeroDisplay: "stripIfInteger",
});

/** Formats an amount in naira as an exact decimal number: `250000.50`. */
export const toNaira = (kobo: bigint): `${number}` => {
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
};

/** Formats `₦250,000`, with kobo only if there are any: `₦250,000.50`. */
export const formatKobo = (kobo: bigint): string => naira.format(toNaira(kobo));

const exactNaira = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });
const exactAmount = new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2 });

/** Formats `₦250,000.00`, always with kobo, so that the amounts of a column line up. */
export const formatExact = (kobo: bigint): string => exactNaira.format(toNaira(kobo));

/** Formats `250,000.00`, for a column whose head names the currency. */
export const formatAmount = (kobo: bigint): string => exactAmount.format(toNaira(kobo));

const problems = {
  empty: "Enter an amount",
  words: "Enter the amount in digits, such as 250,000",
  negative: "Enter an amount above zero",
  separators: "Write the amount with commas between thousands and a point before kobo, such as 250,000.00",
  kobo: "Write kobo with two digits, such as 250,000.50",
  large: "This amount is too large",
} as const;

/** A parsed amount, or the problem with the typed text. */
export type ParsedAmount = { kobo: bigint } | { problem: string };

/** The naira sign or a code before or after the amount. The letter N alone is a common way to write the sign. */
const currency = /^(?:₦|NGN|N)\s*|\s*(?:₦|NGN)$/giu;
/** Digits without separators, or in groups of three with one kind of separator. */
const whole = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)$/;

/**
 * Parses an amount in naira as people type it: `250000`, `250,000`, `250 000`, `₦250,000.00`, `NGN 250000`. Thousands are separated by
 * commas or by spaces of any width, in groups of three, and kobo have two digits after a point. Ambiguous amounts are rejected: `1.000`,
 * `1,5`, `10,00,000`, `1e21`, `2m`.
 */
export function parseAmount(typed: string): ParsedAmount {
  const text = normalizeNumber(typed);
  if (text === "") return { problem: problems.empty };
  if (/^[^\d]*[-\u2212\u2013(]/u.test(text)) return { problem: problems.negative };
  const amount = text.replace(currency, "");
  if (!/^[\d., ]+$/.test(amount) || !/\d/.test(amount)) return { problem: problems.words };
  const [naira = "", kobo, ...more] = amount.split(".");
  if (more.length > 0 || !whole.test(naira)) return { problem: problems.separators };
  // Three digits after a point may be thousands.
  if (kobo !== undefined && /^\d{3}/.test(kobo)) return { problem: problems.separators };
  if (kobo !== undefined && !/^\d\d$/.test(kobo)) return { problem: problems.kobo };
  const digits = naira.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (digits.length > 14) return { problem: problems.large };
  const value = BigInt(digits) * 100n + BigInt(kobo ?? 0);
  if (value === 0n) return { problem: problems.negative };
  return value > MAX_KOBO ? { problem: problems.large } : { kobo: value };
}
