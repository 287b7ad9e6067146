"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { isRejection } from "@/lib/contract/client";

/**
 * Data is stale after a minute and cached for five, is not refetched on focus, and is retried three times with a backoff of at most 30
 * seconds (product 9).
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 60_000,
            gcTime: 5 * 60_000,
            // Offline requests fail with a message instead of being paused.
            networkMode: "always",
            refetchOnWindowFocus: false,
            // A 4xx response does not change on retry.
            retry: (failures, error) => failures < 3 && !isRejection(error),
            retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
          },
          // An offline mutation must not be sent later without the user's knowledge.
          mutations: { networkMode: "always" },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
