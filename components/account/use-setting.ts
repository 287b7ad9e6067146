"use client";

import { useCallback, useSyncExternalStore } from "react";
import { THEME_KEY } from "@/lib/pages/head-script";

export type Theme = "system" | "light" | "dark";

/** What a device remembers for whoever uses it; it outlives the session. */
interface Settings {
  /** A swipe leads to the next page of the menu (product 2.9). */
  enableSwipeNavigation: boolean;
  [THEME_KEY]: Theme;
}

/** How each is kept in local storage: absent is the default. */
const kept: {
  [K in keyof Settings]: {
    read: (text: string | null) => Settings[K];
    text: (value: Settings[K]) => string | null;
  };
} = {
  enableSwipeNavigation: { read: (text) => text === "true", text: (on) => (on ? "true" : null) },
  [THEME_KEY]: {
    read: (text) => (text === "light" || text === "dark" ? text : "system"),
    text: (theme) => (theme === "system" ? null : theme),
  },
};

function stored(key: keyof Settings): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const listen = (changed: () => void) => {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
};

/** A setting of this device and the way to change it. Every place that uses it follows at once, in other tabs too. */
export function useSetting<K extends keyof Settings>(key: K): [Settings[K], (value: Settings[K]) => void] {
  const read = useCallback(() => kept[key].read(stored(key)), [key]);
  const value = useSyncExternalStore(listen, read, () => kept[key].read(null));
  const change = useCallback(
    (next: Settings[K]) => {
      const text = kept[key].text(next);
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        // A browser without storage keeps the default.
      }
      // Browsers tell the other tabs only.
      window.dispatchEvent(new StorageEvent("storage", { key }));
    },
    [key],
  );
  return [value, change];
}
