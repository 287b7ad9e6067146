import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "../labels";

interface FigureProps {
  query: { data?: number | undefined; isError: boolean };
  suffix?: string;
}

/** A number: a skeleton while it is loading, a dash if it could not be loaded. */
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

/** A small figure with its title, within a <dl>. */
export function StatTile({ title, ...figure }: FigureProps & { title: string }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-sm leading-5 text-muted">{title}</dt>
      <dd className="text-xl leading-8 font-semibold figures">
        <Figure {...figure} />
      </dd>
    </div>
  );
}
