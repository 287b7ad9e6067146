import { useInfiniteQuery } from "@tanstack/react-query";
import type { ApiError } from "@/lib/contract/client";

interface Page<Row> {
  data: Row[];
  next: string | null;
}

/** Loads a list page by page: each page contains the id after which the next one starts. */
export function useCursorList<Row>(
  queryKey: readonly unknown[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
) {
  return useInfiniteQuery<
    Page<Row>,
    ApiError,
    { pages: Page<Row>[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Converts the list to the query of a `DataList`. */
export const toListQuery = <Row>({
  data,
  isFetching,
  error,
  refetch,
}: ReturnType<typeof useCursorList<Row>>) => ({
  rows: data?.pages.flatMap((page) => page.data),
  isStale: false,
  isFetching,
  failure: error && { title: error.message },
  retry: () => void refetch(),
});
