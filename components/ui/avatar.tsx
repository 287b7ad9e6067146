import { cn } from "./cn";

/** First letters of the first and the last name; 'U' when there is no name (product 2.9). */
export function initials(name: string | null | undefined): string {
  const words = (name ?? "").trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return "U";
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word ? [...word][0] : ""))
    .join("")
    .toUpperCase();
}

export function Avatar({ name, className }: { name: string | null | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
