import { formatKobo } from "@/lib/money";
import type { Terms } from "./terms-schema";

/** Which amounts a plan takes. Safe in the browser. */

/** What an amount is checked against. */
export interface AmountLimits {
  minimum: bigint;
  step: bigint;
  /** What is left of the capacity; null without a limit. */
  available: bigint | null;
}

/** Returns what is wrong with an amount for a plan, and what would be right, or null. */
export function checkAmount(kobo: bigint, { minimum, step, available }: AmountLimits): string | null {
  if (available !== null && available < minimum) return "This plan is full";
  if (kobo < minimum) return `The minimum is ${formatKobo(minimum)}`;
  if (available !== null && kobo > available)
    return `The most that this plan can still take is ${formatKobo(minimum + ((available - minimum) / step) * step)}`;
  const over = (kobo - minimum) % step;
  if (over === 0n) return null;
  if (step % 100n === 0n && kobo % 100n !== minimum % 100n)
    return "This plan takes whole naira, without kobo";
  const below = kobo - over;
  const above = below + step;
  const nearest =
    available !== null && above > available
      ? formatKobo(below)
      : `${formatKobo(below)} or ${formatKobo(above)}`;
  return `Amounts go up in steps of ${formatKobo(step)}. Enter ${nearest}.`;
}

/** The largest amount up to `wanted` that terms and capacity allow, or why there is none. */
export function fittingAmount(
  wanted: bigint,
  { minimum, step, capacity }: Pick<Terms, "minimum" | "step" | "capacity">,
  taken: bigint,
): { amount: bigint } | { reason: string } {
  if (capacity !== null && capacity - taken < minimum) return { reason: "the plan is full" };
  if (wanted < minimum) return { reason: "the amount is below the minimum of the plan" };
  const most = capacity !== null && capacity - taken < wanted ? capacity - taken : wanted;
  return { amount: minimum + ((most - minimum) / step) * step };
}
