/** Returns the first letters of the first and the last name; 'U' when there is no name (product 2.9). */
export function initials(name: string | null | undefined): string {
  const letters = (name ?? "").split(/\s+/).flatMap((word) => [...word].slice(0, 1));
  const ends = letters.length > 1 ? [letters.at(0), letters.at(-1)] : letters;
  return ends.join("").toUpperCase() || "U";
}

export const Avatar = ({ name }: { name: string | null | undefined }) => (
  <span
    aria-hidden
    className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
  >
    {initials(name)}
  </span>
);
