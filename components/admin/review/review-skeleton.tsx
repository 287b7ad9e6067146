import { Skeleton } from "@/components/ui/skeleton";

/** Shows the layout of the review while it is loading. */
export function ReviewSkeleton() {
  return (
    <div role="status" aria-label="Loading user verification">
      <div className="-mx-4 -mt-6 border-b border-line px-4 py-3 sm:-mx-6 sm:-mt-8 sm:px-6 lg:-mx-8 lg:px-8">
        <div className="flex min-h-13 items-center gap-4">
          <Skeleton className="size-11 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="w-28" />
            <Skeleton className="h-5 w-52" />
          </div>
        </div>
      </div>
      <div className="mx-auto mt-6 grid max-w-[96rem] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)]">
        <div className="grid gap-6 rounded-card border border-line bg-surface p-5">
          {Array.from({ length: 6 }, (_, row) => (
            <div key={row} className="grid grid-cols-2 gap-6">
              <Skeleton className="h-9 w-4/5" />
              <Skeleton className="h-9 w-3/5" />
            </div>
          ))}
        </div>
        <div className="hidden gap-4 rounded-card border border-line bg-surface p-5 lg:grid">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-72" />
        </div>
      </div>
    </div>
  );
}
