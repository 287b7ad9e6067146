"use client";

import { useEffect, useRef } from "react";

/** Moves the focus to the section of a list when the row with the clicked button has disappeared from `rows`. */
export function useRemovalFocus(rows: readonly unknown[]) {
  const section = useRef<HTMLElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    if (!removed.current) return;
    removed.current = false;
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [rows]);
  return { section, onRemoved: () => (removed.current = true) };
}
