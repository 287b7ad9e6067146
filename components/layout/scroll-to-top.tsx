"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect, useRef } from "react";

/**
 * Every change of path starts at the top (product 2.1); the router alone leaves the scroll where it is when the page still fits. From
 * the first one on, pages come in with a movement (page-enter.tsx).
 */
export function ScrollToTop() {
  const pathname = usePathname();
  const before = useRef(pathname);
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.documentElement.setAttribute("data-moved", "");
    window.scrollTo({ top: 0, left: 0, behavior: "instant" });
  }, [pathname]);
  return null;
}
