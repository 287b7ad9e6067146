import "server-only";
import { dateOf } from "@/lib/dates";
/** Dates of birth on watchlists, in EDTF (ISO 8601-2): a day, a month, a year, `1970~` (about), or `1970/1972` (between). Pure. */

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const isRealDay = (day: string) => {
  const date = dateOf(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Parses `01 Jan 1970`, `Jan 1970`, `1970` or `1970-01-31`; returns null for any other text. */
function parsePoint(text: string): string | null {
  if (isoDay.test(text)) return isRealDay(text) ? text : null;
  const match = /^(?:(?:(\d{1,2}) )?([a-z]{3})[a-z]* )?(\d{4})$/i.exec(text);
  if (!match) return null;
  const [, day, month, year] = match;
  if (!month) return year!;
  const number = months.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return null;
  const iso = `${year}-${String(number).padStart(2, "0")}`;
  if (!day) return iso;
  const full = `${iso}-${day.padStart(2, "0")}`;
  return isRealDay(full) ? full : null;
}

/** Parses a date in OFAC's notation: `01 Jan 1970`, `circa 1965`, `1945 to 1946`. Returns null if the text is not a date. */
export function parseBirth(text: string): string | null {
  const plain = text.trim().replace(/\s+/g, " ");
  const range = /^(?:between )?(.+?) (?:to|and) (.+)$/i.exec(plain);
  if (range) {
    const [from, to] = [parsePoint(range[1]!), parsePoint(range[2]!)];
    return from && to ? `${from}/${to}` : null;
  }
  const about = /^(?:circa|approximately|c\.) ?(.+)$/i.exec(plain);
  if (about) {
    const point = parsePoint(about[1]!);
    return point && `${point.slice(0, 4)}~`;
  }
  return parsePoint(plain);
}

/** Returns the first and the last day that an EDTF date can mean. `1970~` covers up to two years either way. */
export function birthRange(edtf: string): [from: string, to: string] {
  const [first = "", last = first] = edtf.split("/");
  if (first.endsWith("~")) {
    const year = Number(first.slice(0, 4));
    return [`${year - 2}-01-01`, `${year + 2}-12-31`];
  }
  return [
    `${first}-01-01`.slice(0, 10),
    `${last}${last.length === 4 ? "-12-31" : last.length === 7 ? "-31" : ""}`,
  ];
}

export type BirthAgreement = "same" | "close" | "sameYear" | "unknown" | "near" | "different";

/** The maximum difference in years at which dates of birth do not contradict each other. */
const NEAR_YEARS = 2;

/** Returns the best agreement of a date of birth with any on a list. */
export function compareBirth(own: string | null, births: readonly string[]): BirthAgreement {
  if (!own || births.length === 0) return "unknown";
  if (births.includes(own)) return "same";
  const ranges = births.map((birth) => ({
    range: birthRange(birth),
    isDay: /^\d{4}-\d{2}-\d{2}$/.test(birth),
  }));
  if (ranges.some(({ range: [from, to] }) => from <= own && own <= to)) return "close";
  const year = Number(own.slice(0, 4));
  const yearOf = (day: string) => Number(day.slice(0, 4));
  if (ranges.some(({ range: [from, to], isDay }) => isDay && yearOf(from) <= year && year <= yearOf(to)))
    return "sameYear";
  return ranges.some(
    ({ range: [from, to] }) => yearOf(from) - NEAR_YEARS <= year && year <= yearOf(to) + NEAR_YEARS,
  )
    ? "near"
    : "different";
}
