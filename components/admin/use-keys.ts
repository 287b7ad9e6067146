"use client";

import { useEffect, useEffectEvent } from "react";

/** Somebody is writing, or a dialog has the floor: single letters are then not meant for the page. */
function isElsewhere(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return Boolean(
    element?.closest("input, textarea, select, [contenteditable], [role=menu], [role=listbox]") ??
    document.querySelector("[role=dialog], [role=alertdialog], dialog[open]"),
  );
}

/** Single keys that do something on this screen. None works while somebody types or a dialog is open. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    // Caps Lock is no other order.
    const work = keys[event.key.toLowerCase()];
    if (!work || isElsewhere(event.target)) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
