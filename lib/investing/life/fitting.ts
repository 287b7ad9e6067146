import type { Terms } from "../terms";

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
