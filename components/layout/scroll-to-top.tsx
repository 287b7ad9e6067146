"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** Every change of path starts at the top (SPEC 2.1); the router alone leaves the scroll where it is when the page still fits. */
export function ScrollToTop() {
  const pathname = usePathname();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    window.scrollTo({ top: 0, left: 0, behavior: "instant" });
  }, [pathname]);
  return null;
}
