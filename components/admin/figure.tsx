import type { UseQueryResult } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "./labels";

/** A counted number: its place while it is on its way, a dash when it could not be had. */
export function Figure({
  query,
  suffix = "",
}: {
  query: Pick<UseQueryResult<number>, "data" | "isError">;
  suffix?: string;
}) {
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
