import type { AssignmentResultDto } from "@/lib/review/cases/schema";

/** Describes the result of an assignment, for a toast: `3 cases released. 1 was not: Ada Obi is working on this case`. */
export function describeAssignment(
  { changed, refused }: AssignmentResultDto,
  done: string,
): { text: string; isComplete: boolean } {
  const cases = `${changed.length} ${changed.length === 1 ? "case" : "cases"} ${done}`;
  if (refused.length === 0) return { text: cases, isComplete: true };
  const reasons = [...new Set(refused.map(({ message }) => message))].join(". ");
  const text =
    changed.length === 0
      ? reasons
      : `${cases}. ${refused.length} ${refused.length === 1 ? "was" : "were"} not: ${reasons}`;
  return { text, isComplete: false };
}
