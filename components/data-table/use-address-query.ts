"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { startTransition, useLayoutEffect, useOptimistic, useRef } from "react";

/**
 * The query of the page's address as the state of a list's controls, so that back, reload and sharing preserve it. A change is a function of
 * the present query: two changes in one event, or one before Next.js has followed the other, are both made. They are written with
 * history.replaceState, which Next.js follows without reloading the page.
 */
export function useAddressQuery() {
  const pathname = usePathname();
  // Next.js reads the address in a transition. A control that waited for it would briefly show its previous value.
  const [query, showQuery] = useOptimistic(useSearchParams().toString());
  // Next.js may write an earlier address again while it follows, so the address itself is not always the present one.
  const present = useRef(query);
  useLayoutEffect(() => {
    present.current = query;
  }, [query]);

  const change = (toNext: (present: string) => string) => {
    const next = toNext(present.current);
    present.current = next;
    startTransition(() => {
      showQuery(next);
      window.history.replaceState(null, "", next ? `${pathname}?${next}` : pathname);
    });
  };
  return [query, change] as const;
}
