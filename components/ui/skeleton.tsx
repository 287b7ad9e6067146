import { cn } from "./cn";

/** A placeholder while content loads. It is hidden from screen readers: the surrounding region announces that it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse rounded-md bg-sunken", className)} />;
}
