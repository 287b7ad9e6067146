import { cn } from "./cn";

/** Holds the place of something that is on its way, at its size. Silent: the region around it says that it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse rounded-md bg-sunken", className)} />;
}
