import { useInfiniteQuery } from "@tanstack/react-query";
import type { ApiError } from "@/lib/contract/client";

interface Page {
  data: readonly unknown[];
  next: string | null;
}
type RowOf<P extends Page> = P["data"][number];

/** Loads a list page by page: each page contains the id after which the next one starts. */
export function useCursorList<P extends Page>(
  queryKey: readonly unknown[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<P>,
  /** Returns after how many milliseconds the list is loaded again; false for not at all. */
  refetchInterval: (rows: readonly RowOf<P>[]) => number | false = () => false,
) {
  return useInfiniteQuery<P, ApiError, { pages: P[] }, readonly unknown[], string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) =>
      refetchInterval(state.data?.pages.flatMap(({ data }): RowOf<P>[] => [...data]) ?? []),
  });
}

/** Converts the list to the query of a `DataList`. */
export const toListQuery = <P extends Page>({
  data,
  isFetching,
  error,
  refetch,
}: ReturnType<typeof useCursorList<P>>) => ({
  rows: data?.pages.flatMap((page): RowOf<P>[] => [...page.data]),
  isStale: false,
  isFetching,
  failure: error && { title: error.message },
  retry: () => void refetch(),
});
