import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

/**
 * Runs queries on the server and passes their results to the page's query cache, so that the first paint has rows. A query that fails is
 * sent again by the browser, which shows the error.
 */
export async function Prefetch({
  queries,
  children,
}: {
  queries: readonly { queryKey: QueryKey; queryFn: () => Promise<unknown> }[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  await Promise.all(queries.map((query) => client.prefetchQuery(query)));
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
