"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { useSetting } from "@/components/account/use-setting";

/** The position of a touch in CSS pixels, and its time in milliseconds. */
interface Touch {
  x: number;
  y: number;
  at: number;
}

/** The limits of a swipe (product 9). */
const MAX_SWIPE_MS = 500;
export const MENU_PX = 50;
export const PAGE_PX = 75;
/** A swipe that starts this close to the edge opens the menu, even if swipes change pages. */
const EDGE_PX = 32;

/** Returns the direction of a swipe of at least `distance` pixels; null for scrolls, presses and slow movements. */
export function swipeOf(from: Touch, to: Touch, distance: number): "left" | "right" | null {
  const across = to.x - from.x;
  const quick = to.at - from.at <= MAX_SWIPE_MS;
  const sideways = Math.abs(across) >= distance && Math.abs(across) > 1.5 * Math.abs(to.y - from.y);
  if (!quick || !sideways) return null;
  return across > 0 ? "right" : "left";
}

/** Whether the target handles touches itself (inputs, horizontally scrolling elements), so that they are not swipes. */
function handlesOwnTouch(target: EventTarget | null): boolean {
  for (
    let at = target instanceof Element ? target : null;
    at && at !== document.body;
    at = at.parentElement
  ) {
    if (at.matches("input, textarea, select, iframe, [contenteditable], [data-no-swipe]")) return true;
    const style = getComputedStyle(at);
    if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth) return true;
  }
  return false;
}

interface Swipes {
  /** The pages of the menu, in its order. */
  pages: readonly string[];
  open: boolean;
  setOpen: (open: boolean) => void;
}

/**
 * A swipe to the right opens the menu, a swipe to the left closes it. With `enableSwipeNavigation`, a swipe opens the next or previous page
 * of the menu instead, and the menu opens from the edge of the screen (product 2.9, 4.7, 9). This applies only where the menu is a drawer.
 */
export function useSwipes({ pages, open, setOpen }: Swipes): void {
  const router = useRouter();
  const pathname = usePathname();
  const [turning] = useSetting("enableSwipeNavigation");

  const swiped = useEffectEvent((from: Touch, to: Touch) => {
    if (window.matchMedia("(min-width: 64rem)").matches) return;
    const menu = swipeOf(from, to, MENU_PX);
    if (open) {
      if (menu === "left") setOpen(false);
      return;
    }
    if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
    if (menu === "right" && (!turning || from.x <= EDGE_PX)) {
      setOpen(true);
      return;
    }
    const page = turning ? swipeOf(from, to, PAGE_PX) : null;
    const at = pages.indexOf(pathname);
    const next = page && at !== -1 ? pages[at + (page === "left" ? 1 : -1)] : undefined;
    if (next) router.push(next);
  });

  const some = pages.length > 0;
  useEffect(() => {
    if (!some) return;
    let from: Touch | null = null;
    const down = (event: TouchEvent) => {
      const [finger] = event.touches;
      const alone = event.touches.length === 1 && finger && !handlesOwnTouch(event.target);
      from = alone ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : null;
    };
    const up = (event: TouchEvent) => {
      const [finger] = event.changedTouches;
      if (from && finger) swiped(from, { x: finger.clientX, y: finger.clientY, at: event.timeStamp });
      from = null;
    };
    const forget = () => {
      from = null;
    };
    document.addEventListener("touchstart", down, { passive: true });
    document.addEventListener("touchend", up, { passive: true });
    document.addEventListener("touchcancel", forget, { passive: true });
    return () => {
      document.removeEventListener("touchstart", down);
      document.removeEventListener("touchend", up);
      document.removeEventListener("touchcancel", forget);
    };
  }, [some]);
}
