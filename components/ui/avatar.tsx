import { normalizeText } from "@/lib/text";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the first letters of the first and the last name, with their marks; 'U' when there is no name (product 2.9). */
export function initials(name: string | null | undefined): string {
  const words = normalizeText(name ?? "")
    .split(" ")
    .filter(Boolean);
  const ends = words.length > 1 ? [words.at(0)!, words.at(-1)!] : words;
  return (
    ends
      .map((word) => [...segmenter.segment(word)][0]!.segment)
      .join("")
      .toUpperCase() || "U"
  );
}

export const Avatar = ({ name }: { name: string | null | undefined }) => (
  <span
    aria-hidden
    className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
  >
    {initials(name)}
  </span>
);
