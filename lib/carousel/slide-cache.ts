import "server-only";
import { describeError, log } from "@/lib/log";
import type { SlideDto } from "./dto";
import { listSlides } from "./queries";

/** Changes are visible on every server within this time, and traffic on the home page does not reach the database. */
const FRESH_MS = 500;

let kept: { at: number; slides: Promise<SlideDto[]> } | undefined;
let last: SlideDto[] = [];

/**
 * The slides of the home page, cached. If the database is unavailable, stale slides are returned: the page never fails because of
 * them.
 */
export function getCachedSlides(): Promise<SlideDto[]> {
  if (kept && Date.now() - kept.at < FRESH_MS) return kept.slides;
  const slides = listSlides().then(
    (found) => (last = found),
    (error: unknown) => {
      log.warn({ event: "carousel.unavailable", ...describeError(error) });
      return last;
    },
  );
  kept = { at: Date.now(), slides };
  return slides;
}
