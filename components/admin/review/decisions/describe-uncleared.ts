import type { ScreeningDto, ScreeningHitDto } from "@/lib/review/screening/schema";

export const isUncleared = ({ state, endedAt }: ScreeningHitDto) => !endedAt && state !== "cleared";

/** Returns what is not cleared before an approval; null if that is nothing. */
export function describeUncleared(screening: ScreeningDto | undefined): string | null {
  const hits = screening?.hits.filter(isUncleared) ?? [];
  if (hits.some(({ state }) => state === "confirmed"))
    return "A reviewer has confirmed that a name in this case is on a list of sanctions or politically exposed people.";
  if (hits.length > 0)
    return hits.length === 1
      ? "1 screening hit has not been decided yet."
      : `${hits.length} screening hits have not been decided yet.`;
  return null;
}
