"use client";

import { useSyncExternalStore } from "react";

const subscribe = (changed: () => void) => {
  window.addEventListener("popstate", changed);
  return () => window.removeEventListener("popstate", changed);
};

/**
 * A parameter of the address, for pages that are built ahead and so cannot know it on the server. Unlike useSearchParams it needs
 * no Suspense boundary: the form in the server's HTML is the very form that comes alive, and nothing is swapped under the fingers.
 */
export const useQueryParam = (name: string): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.search).get(name) || undefined,
    () => undefined,
  );
