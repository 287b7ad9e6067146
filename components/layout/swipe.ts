/** Where a finger went down or up, in CSS pixels, and when, in milliseconds. */
export interface Touch {
  x: number;
  y: number;
  at: number;
}

/** product 9: a swipe takes at most half a second. */
const LONGEST_MS = 500;
export const MENU_PX = 50;
export const PAGE_PX = 75;

/** Which way a finger swiped by at least `distance` pixels; null for everything that is a scroll, a press or too slow. */
export function swipeOf(from: Touch, to: Touch, distance: number): "left" | "right" | null {
  const across = to.x - from.x;
  const quick = to.at - from.at <= LONGEST_MS;
  const sideways = Math.abs(across) >= distance && Math.abs(across) > 1.5 * Math.abs(to.y - from.y);
  if (!quick || !sideways) return null;
  return across > 0 ? "right" : "left";
}

/** A finger that goes down so near the edge means the menu, also where swipes turn pages. */
export const EDGE_PX = 32;
