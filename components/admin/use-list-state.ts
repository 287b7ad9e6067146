"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { paths } from "@/lib/routes/paths";
import { parseListState, serializeListState, type ListState } from "./list-state";

/** The session storage key of the address of this tab's last list, to which Back returns from a user. */
const LAST_LIST_KEY = "admin-last-list";

export function rememberList(pathname: string, query: string): void {
  try {
    sessionStorage.setItem(LAST_LIST_KEY, query ? `${pathname}?${query}` : pathname);
  } catch {
    // Without storage, Back returns to the queue.
  }
}

function readLastList(): string {
  try {
    const stored = sessionStorage.getItem(LAST_LIST_KEY);
    return stored && /^\/admin(?:[/?]|$)/.test(stored) ? stored : paths.adminVerification();
  } catch {
    return paths.adminVerification();
  }
}

const subscribe = () => () => {};
export const useLastList = (): string =>
  useSyncExternalStore(subscribe, readLastList, () => paths.adminVerification());

/**
 * Filters and page, stored in the address so that back, reload and sharing preserve them. They are written with history.replaceState, which
 * Next.js follows without reloading the page.
 */
export function useListState(defaults: ListState) {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  // Next.js reads the address in a transition. A control that waited for it would briefly show its previous value.
  const [shown, setShown] = useState({ address: search, search });
  if (shown.address !== search) setShown({ address: search, search });
  const state = parseListState(new URLSearchParams(shown.search), defaults);
  const query = serializeListState(state, defaults);
  useEffect(() => rememberList(pathname, query), [pathname, query]);

  /** Any change returns to page 1, except a change of the page itself. */
  const change = (changes: Partial<ListState>) => {
    const next = serializeListState({ ...state, page: 1, ...changes }, defaults);
    setShown({ address: search, search: next });
    window.history.replaceState(null, "", next ? `${pathname}?${next}` : pathname);
  };
  return { state, change };
}
