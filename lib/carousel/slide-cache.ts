import "server-only";
import { describeError, log } from "@/lib/log";
import type { SlideDto } from "./dto";
import { listSlides } from "./queries";

/** Changes are visible on every server within this time, and traffic on the home page does not reach the database. */
const FRESH_MS = 500;

let cachedSlides: { at: number; slides: Promise<SlideDto[]> } | undefined;
let lastSlides: SlideDto[] = [];

/**
 * The slides of the home page, cached. If the database is unavailable, stale slides are returned: the page never fails because of
 * them.
 */
export function getCachedSlides(): Promise<SlideDto[]> {
  if (cachedSlides && Date.now() - cachedSlides.at < FRESH_MS) return cachedSlides.slides;
  const slides = listSlides().then(
    (loaded) => (lastSlides = loaded),
    (error: unknown) => {
      log.warn({ event: "carousel.unavailable", ...describeError(error) });
      return lastSlides;
    },
  );
  cachedSlides = { at: Date.now(), slides };
  return slides;
}
