"use client";

import { useCallback, useSyncExternalStore } from "react";
import { THEME_KEY } from "@/lib/pages/head-script";
import { deviceStorage } from "@/lib/pages/storage";

export type Theme = "system" | "light" | "dark";

/** Settings of a device, shared by all of its users. */
interface Settings {
  /** Whether a swipe opens the next page of the menu (product 2.9). */
  enableSwipeNavigation: boolean;
  /** Whether the next case opens after a decision (product 10.22). */
  openNextCase: boolean;
  [THEME_KEY]: Theme;
}

const onOrOff = {
  read: (text: string | null) => text === "true",
  text: (on: boolean) => (on ? "true" : null),
};
/** The format in local storage; an absent value is the default. */
const formats: {
  [K in keyof Settings]: {
    read: (text: string | null) => Settings[K];
    text: (value: Settings[K]) => string | null;
  };
} = {
  enableSwipeNavigation: onOrOff,
  openNextCase: onOrOff,
  [THEME_KEY]: {
    read: (text) => (text === "light" || text === "dark" ? text : "system"),
    text: (theme) => (theme === "system" ? null : theme),
  },
};

const listen = (changed: () => void) => {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
};

/** Returns a setting of this device and a function that changes it everywhere, including other tabs. */
export function useSetting<K extends keyof Settings>(key: K): [Settings[K], (value: Settings[K]) => void] {
  const read = useCallback(() => formats[key].read(deviceStorage.get(key)), [key]);
  const value = useSyncExternalStore(listen, read, () => formats[key].read(null));
  const change = useCallback(
    (next: Settings[K]) => {
      const text = formats[key].text(next);
      if (text === null) deviceStorage.remove(key);
      else deviceStorage.set(key, text);
      // Browsers send the event only to other tabs.
      window.dispatchEvent(new StorageEvent("storage", { key }));
    },
    [key],
  );
  return [value, change];
}
