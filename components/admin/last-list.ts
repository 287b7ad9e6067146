"use client";

import { useSyncExternalStore } from "react";
import { paths } from "@/lib/routes/paths";

/** Where Back leads from a person: the list they were found in, with its filters and page. Kept for this tab only. */
const KEY = "admin-last-list";
const nothing = () => () => {};

export function rememberList(location: string): void {
  try {
    sessionStorage.setItem(KEY, location);
  } catch {
    // Without storage Back leads to the queue.
  }
}

function read(): string {
  try {
    const stored = sessionStorage.getItem(KEY);
    return stored && /^\/admin(?:[/?]|$)/.test(stored) ? stored : paths.adminVerification();
  } catch {
    return paths.adminVerification();
  }
}

export const useLastList = (): string => useSyncExternalStore(nothing, read, () => paths.adminVerification());
