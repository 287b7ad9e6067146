import { cn } from "./cn";

/** Holds the place of something that is on its way, at its size. Silent: the region around it says that it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse rounded-md bg-sunken", className)} />;
}

/** Rows of the height that the loaded table will have. */
export function SkeletonRows({ rows = 5, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-[3.375rem] items-center gap-6 px-5">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-1/5" />
          <Skeleton className="hidden w-1/6 sm:block" />
        </div>
      ))}
    </div>
  );
}
