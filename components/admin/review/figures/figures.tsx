import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/skeleton";

interface FigureProps {
  query: { data?: number | undefined; isError: boolean };
  suffix?: string;
}

/** Shows a number: a skeleton while it is loading, a dash if it could not be loaded. */
export function Figure({ query: { data, isError }, suffix = "" }: FigureProps) {
  if (data !== undefined) return <span>{`${formatCount(data)}${suffix}`}</span>;
  if (isError) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">not available</span>
      </>
    );
  }
  return (
    <span className="inline-flex h-[1lh] items-center align-top">
      <Skeleton className="h-[0.75em] w-10" />
      <span className="sr-only">loading</span>
    </span>
  );
}

/** Shows a small figure with its title, within a <dl>; a compact one is a single line above a list. */
export function StatTile({
  title,
  isCompact = false,
  ...figure
}: FigureProps & { title: string; isCompact?: boolean }) {
  return (
    <div
      className={cn(
        "rounded-card border border-line bg-surface px-4 py-3",
        isCompact && "px-2.5 py-1 sm:flex sm:items-baseline sm:justify-between sm:px-4 sm:py-0.5",
      )}
    >
      <dt className={cn("text-sm leading-5 text-muted", isCompact && "max-sm:text-xs")}>{title}</dt>
      <dd
        className={cn(
          "text-xl leading-8 font-semibold figures",
          isCompact && "max-sm:text-base max-sm:leading-6",
        )}
      >
        <Figure {...figure} />
      </dd>
    </div>
  );
}
