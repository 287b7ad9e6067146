"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect, useRef } from "react";

/** Scrolls to the top after each navigation (product 2.1) and enables the page transition (page-enter.tsx). */
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
