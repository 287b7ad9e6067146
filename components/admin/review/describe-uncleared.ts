import type { ScreeningDto, ScreeningHitDto } from "@/lib/review/screening/schema";

export const isUncleared = ({ state, endedAt }: ScreeningHitDto) => !endedAt && state !== "cleared";

/** Returns what is not cleared before an approval; null if that is nothing. */
export function describeUncleared(screening: ScreeningDto | undefined): string | null {
  const hits = screening?.hits.filter(isUncleared) ?? [];
  if (hits.some(({ state }) => state === "confirmed"))
    return "A reviewer has confirmed that a name of this case is on a list of sanctions or politically exposed people.";
  if (hits.length > 0)
    return hits.length === 1
      ? "1 hit of the screening is not decided yet."
      : `${hits.length} hits of the screening are not decided yet.`;
  return null;
}
