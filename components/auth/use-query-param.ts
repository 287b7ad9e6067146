"use client";

import { useSyncExternalStore } from "react";

const subscribe = (changed: () => void) => {
  window.addEventListener("popstate", changed);
  return () => window.removeEventListener("popstate", changed);
};

/** Returns a query parameter on a statically rendered page. Unlike useSearchParams, it needs no Suspense boundary around the form. */
export const useQueryParam = (name: string): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.search).get(name) || undefined,
    () => undefined,
  );
