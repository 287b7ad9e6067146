import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

interface PrefetchProps {
  queries: readonly { queryKey: QueryKey; queryFn: () => Promise<unknown> }[];
  children: ReactNode;
}

/** Runs queries on the server to fill the page's query cache. The browser repeats failed queries and shows their errors. */
export async function Prefetch({ queries, children }: PrefetchProps) {
  const client = new QueryClient();
  await Promise.all(queries.map((query) => client.prefetchQuery(query)));
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
