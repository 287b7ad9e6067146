import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "./labels";

/** A number that was asked for: not there yet, there, or not to be had. */
export interface CountQuery {
  data?: number | undefined;
  isError: boolean;
}

/** A counted number: its place while it is on its way, a dash when it could not be had. */
export function CountValue({ query, suffix = "" }: { query: CountQuery; suffix?: string }) {
  if (query.data !== undefined) {
    return (
      <>
        {formatCount(query.data)}
        {suffix}
      </>
    );
  }
  if (query.isError) {
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
