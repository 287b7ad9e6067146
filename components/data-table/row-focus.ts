import { useEffect, useRef } from "react";

/** The focus within a list. The main link or button of a row has `data-row-link` with the key of the row. */
const findLinks = () => [...document.querySelectorAll<HTMLElement>("[data-row-link]")];

/** Moves the focus to the next or previous row. */
export function moveRowFocus(step: 1 | -1): void {
  const links = findLinks();
  const current = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const next = current === -1 && step === -1 ? links.length - 1 : current + step;
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
}

/** Returns the key of the focused row. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-row-link]")?.dataset["rowLink"];

/**
 * Returns a function to call before rows leave a list: once they have, the row after them gets the focus, unless it is elsewhere by then.
 */
export function useNextRowFocus(keys: readonly string[]): (leaving: readonly string[]) => void {
  const pending = useRef<{ leaving: readonly string[]; next: string | undefined } | null>(null);
  const text = keys.join();
  useEffect(() => {
    const present = text.split(",");
    if (!pending.current || pending.current.leaving.some((key) => present.includes(key))) return;
    const { next } = pending.current;
    pending.current = null;
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.tagName === "MAIN";
    if (isLost)
      findLinks()
        .find((link) => link.dataset["rowLink"] === next)
        ?.focus();
  }, [text]);
  return (leaving) => {
    const first = keys.findIndex((key) => leaving.includes(key));
    const stays = (key: string) => !leaving.includes(key);
    pending.current = {
      leaving,
      next: keys.slice(Math.max(first, 0)).find(stays) ?? keys.findLast(stays),
    };
  };
}
