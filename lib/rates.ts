/** Rates in basis points: 1,250 are 12.5 %. Safe in the browser. */
import { normalizeNumber } from "./text";

/** Returns `12.5%`, exactly. */
export function formatRate(bps: number): string {
  const text = String(Math.abs(bps)).padStart(3, "0");
  const fraction = text.slice(-2).replace(/0+$/, "");
  return `${bps < 0 ? "-" : ""}${text.slice(0, -2)}${fraction && `.${fraction}`}%`;
}

/** Parses a percentage with at most two decimals, with or without its sign. Returns null for any other text. */
export function parseRate(typed: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(normalizeNumber(typed)) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Parses a percentage that may be negative, like `parseRate`. */
export function parseSignedRate(typed: string): number | null {
  const [, sign, rest] = /^([-\u2212]?)\s*(.*)$/.exec(normalizeNumber(typed))!;
  const rate = parseRate(rest!);
  return rate !== null && sign ? -rate : rate;
}

const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** Returns `November 2026` for `2026-11`. */
export const monthWords = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));
