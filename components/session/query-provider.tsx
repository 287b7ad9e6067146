"use client";

import { QueryClient, QueryClientProvider, focusManager } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
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
  useEffect(pausePollingWhenIdle, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const IDLE_MS = 5 * 60_000;

/**
 * Stops the polling of lists five minutes after the last key, press or scroll, so that an unattended page does not keep its session
 * open (threat 57). Returns a function that undoes it.
 */
function pausePollingWhenIdle(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onActivity = () => {
    clearTimeout(timer);
    timer = setTimeout(() => focusManager.setFocused(false), IDLE_MS);
    // Undefined: as visible as the page is.
    focusManager.setFocused(undefined);
  };
  const events = ["keydown", "pointerdown", "wheel", "visibilitychange"] as const;
  events.forEach((name) => document.addEventListener(name, onActivity, { passive: true }));
  onActivity();
  return () => {
    clearTimeout(timer);
    events.forEach((name) => document.removeEventListener(name, onActivity));
    focusManager.setFocused(undefined);
  };
}
