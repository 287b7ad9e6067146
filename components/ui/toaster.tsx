"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";

const Notifications = lazy(() => import("./notifications"));
const subscribe = () => () => {};

/** Loaded after the page, without next/dynamic, whose runtime public pages would bring for it alone (ADR 22). */
export function Toaster() {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  if (!isHydrated) return null;
  return (
    <Suspense>
      <Notifications />
    </Suspense>
  );
}
