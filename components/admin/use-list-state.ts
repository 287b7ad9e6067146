"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { useAddressQuery } from "@/components/data-table/use-address-query";
import { paths } from "@/lib/routes/paths";
import { changeListState, parseListState, serializeListState, type ListState } from "./list-state";

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

/** Filters and page, stored in the address (use-address-query.ts). */
export function useListState(defaults: ListState) {
  const pathname = usePathname();
  const [address, changeAddress] = useAddressQuery();
  const state = parseListState(new URLSearchParams(address), defaults);
  const query = serializeListState(state, defaults);
  useEffect(() => rememberList(pathname, query), [pathname, query]);

  const change = (changes: Partial<ListState>) =>
    changeAddress((present) => changeListState(present, changes, defaults));
  return { state, change };
}
