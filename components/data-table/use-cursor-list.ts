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
) {
  return useInfiniteQuery<P, ApiError, { pages: P[] }, readonly unknown[], string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
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
