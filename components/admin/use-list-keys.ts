"use client";

import { useShortcuts } from "./use-keys";

/** j and k go down and up a list, from one person's link to the next; Enter opens as ever; ? tells so. */
export function useListKeys(onHelp: () => void): void {
  const move = (by: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
    if (links.length === 0) return;
    const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
    const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by;
    links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), "?": onHelp });
}
