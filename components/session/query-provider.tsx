"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { isRejection } from "@/lib/contract/client";

/** product 9: stale after a minute, kept five, no refetch on focus, three retries with a backoff of at most 30 seconds. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 60_000,
            gcTime: 5 * 60_000,
            // A lost line is a failure that is told, never a silence.
            networkMode: "always",
            refetchOnWindowFocus: false,
            // A refusal stays a refusal; asking three times more only makes people wait for the message.
            retry: (failures, error) => failures < 3 && !isRejection(error),
            retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
          },
          // Above all for a decision: what was pressed without a line must not happen by itself later.
          mutations: { networkMode: "always" },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
