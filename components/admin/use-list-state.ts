"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo } from "react";
import { rememberList } from "./last-list";
import { parseListState, serializeListState, type ListState } from "./list-state";

/**
 * Filters and page, kept in the address: back, reload and sharing keep them. Written by history.replaceState, which
 * Next follows, because a filter asks the API and needs nothing new of the page itself.
 */
export function useListState(defaults: ListState): {
  state: ListState;
  /** Any change but one of the page starts again at page 1. */
  change: (changes: Partial<ListState>) => void;
} {
  const pathname = usePathname();
  const query = useSearchParams();
  const state = useMemo(
    () => parseListState(new URLSearchParams(query.toString()), defaults),
    [query, defaults],
  );

  const location = serializeListState(state, defaults);
  useEffect(() => rememberList(location ? `${pathname}?${location}` : pathname), [pathname, location]);

  const change = useCallback(
    (changes: Partial<ListState>) => {
      const text = serializeListState({ ...state, page: 1, ...changes }, defaults);
      window.history.replaceState(null, "", text ? `${pathname}?${text}` : pathname);
    },
    [state, defaults, pathname],
  );
  return { state, change };
}
