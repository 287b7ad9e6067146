import type { UseQueryResult } from "@tanstack/react-query";
import { toApiError } from "@/lib/contract/client";
import type { ListQuery } from "./data-list";

/** Converts the query of a list that is loaded as a whole to that of a `DataList`. */
export const toWholeList = <Row>({
  data,
  isFetching,
  error,
  refetch,
}: UseQueryResult<{ data: readonly Row[] }>): ListQuery<Row> => ({
  rows: data?.data,
  isStale: false,
  isFetching,
  failure: error && { title: toApiError(error).message },
  retry: () => void refetch(),
});
