import { formatKobo } from "@/lib/money";
import type { Terms } from "./terms-schema";

/** The amounts that a plan accepts. Safe in the browser. */

/** The limits of an amount. */
export interface AmountLimits {
  minimum: bigint;
  step: bigint;
  /** The available capacity; null if there is no limit. */
  available: bigint | null;
}

/** Returns why a plan does not accept an amount, with the nearest accepted amount; null if it does. */
export function checkAmount(kobo: bigint, { minimum, step, available }: AmountLimits): string | null {
  if (available !== null && available < minimum) return "This plan is full";
  if (kobo < minimum) return `The minimum is ${formatKobo(minimum)}`;
  if (available !== null && kobo > available)
    return `The most you can invest in this plan is ${formatKobo(minimum + ((available - minimum) / step) * step)}`;
  const over = (kobo - minimum) % step;
  if (over === 0n) return null;
  if (step % 100n === 0n && kobo % 100n !== minimum % 100n) return "Enter whole naira, without kobo";
  const below = kobo - over;
  const above = below + step;
  const nearest =
    available !== null && above > available
      ? formatKobo(below)
      : `${formatKobo(below)} or ${formatKobo(above)}`;
  return `Amounts go up in steps of ${formatKobo(step)}. Enter ${nearest}.`;
}

/** Returns the largest amount up to `wanted` that the terms and the capacity allow, or the reason that there is none. */
export function reinvestableAmount(
  wanted: bigint,
  { minimum, step, capacity }: Pick<Terms, "minimum" | "step" | "capacity">,
  taken: bigint,
): { amount: bigint } | { reason: string } {
  if (capacity !== null && capacity - taken < minimum) return { reason: "the plan is full" };
  if (wanted < minimum) return { reason: "the amount is below the minimum of the plan" };
  const limit = capacity !== null && capacity - taken < wanted ? capacity - taken : wanted;
  return { amount: minimum + ((limit - minimum) / step) * step };
}
