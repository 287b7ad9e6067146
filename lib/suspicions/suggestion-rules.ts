import { dayAt, dayNumber } from "@/lib/dates";

/** Payments that the compliance officer should look at (product 10.43, MLPPA 2022). Pure. */

/** What was received from an investor on a day, in kobo. */
export interface DayReceipts {
  userId: string;
  day: string;
  /** Each payment. */
  amounts: readonly bigint[];
}

/**
 * - reaches: the payments of a day reach the threshold
 * - split: several payments within a week reach it together, each of them below
 */
export interface Suggestion {
  /** Identifies the suggestion: an answered one is not made again. */
  key: string;
  kind: "reaches" | "split";
  userId: string;
  from: string;
  to: string;
  total: bigint;
  payments: number;
}

/** The days in which split payments count together. */
const WINDOW_DAYS = 7;

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Returns the suggestions about one investor's receipts; days in any order. `threshold` is in kobo. */
export function suggestionsOf(days: readonly DayReceipts[], threshold: bigint): Suggestion[] {
  const sorted = days.toSorted((a, b) => a.day.localeCompare(b.day));
  const reaching = sorted.filter(({ amounts }) => sum(amounts) >= threshold);
  const below = sorted.filter((day) => !reaching.includes(day));
  const suggestions: Suggestion[] = reaching.map(({ userId, day, amounts }) => ({
    key: `reaches|${userId}|${day}`,
    kind: "reaches",
    userId,
    from: day,
    to: day,
    total: sum(amounts),
    payments: amounts.length,
  }));
  let counted = "";
  for (const { userId, day } of below) {
    if (day <= counted) continue;
    const end = dayAt(dayNumber(day) + WINDOW_DAYS - 1);
    const window = below.filter((other) => other.day >= day && other.day <= end);
    const amounts = window.flatMap((each) => each.amounts);
    if (amounts.length < 2 || sum(amounts) < threshold) continue;
    const to = window.at(-1)!.day;
    suggestions.push({
      key: `split|${userId}|${day}`,
      kind: "split",
      userId,
      from: day,
      to,
      total: sum(amounts),
      payments: amounts.length,
    });
    counted = to;
  }
  return suggestions;
}
