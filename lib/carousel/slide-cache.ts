import "server-only";
import { describeError, log } from "@/lib/log";
import type { SlideDto } from "./dto";
import { listSlides } from "./queries";

/** A change is seen by everybody within this time, on every server, and no crowd on the home page reaches the database. */
const FRESH_MS = 500;

let kept: { at: number; slides: Promise<SlideDto[]> } | undefined;
let last: SlideDto[] = [];

/** The slides as the home page shows them. When the database is away they are those of before: the page never fails for them. */
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
