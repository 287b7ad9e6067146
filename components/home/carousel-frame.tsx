"use client";

import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { IconButton } from "@/components/ui/button";

const EVERY_MS = 7_000;
const STILL = "(prefers-reduced-motion: reduce)";
const listen = (changed: () => void) => {
  const query = window.matchMedia(STILL);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};
const useStill = () =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(STILL).matches,
    () => true,
  );

/**
 * Slides that move on by themselves until somebody looks at one: a pointer above it, the focus within, the pause button or a wish
 * for less motion stops them (WCAG 2.2.2).
 */
export function CarouselFrame({ count, children }: { count: number; children: ReactNode }) {
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  const [looking, setLooking] = useState(false);
  const still = useStill();

  const go = (to: number) => {
    const frame = track.current;
    const slide = frame?.children[(to + count) % count] as HTMLElement | undefined;
    if (frame && slide)
      frame.scrollTo({ left: slide.offsetLeft - frame.offsetLeft, behavior: still ? "instant" : "smooth" });
  };
  const moves = count > 1 && !paused && !looking && !still;
  const step = useEffectEvent(() => {
    if (document.visibilityState === "visible") go(index + 1);
  });
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => step(), EVERY_MS);
    return () => clearInterval(timer);
  }, [moves]);

  return (
    <div
      onPointerEnter={() => setLooking(true)}
      onPointerLeave={() => setLooking(false)}
      onFocus={() => setLooking(true)}
      onBlur={() => setLooking(false)}
      onKeyDown={(event) => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (by === 0) return;
        event.preventDefault();
        go(index + by);
      }}
    >
      <div
        ref={track}
        tabIndex={0}
        role="group"
        aria-label="Slides"
        onScroll={({ currentTarget }) =>
          setIndex(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
        className="relative flex snap-x snap-mandatory [scrollbar-width:none] gap-4 overflow-x-auto overscroll-x-contain rounded-2xl"
      >
        {children}
      </div>
      {count > 1 && (
        <div className="mt-4 flex items-center justify-between gap-4">
          <p className="text-sm text-muted figures" aria-live={moves ? "off" : "polite"}>
            Slide {Math.min(index, count - 1) + 1} of {count}
          </p>
          <div className="flex gap-1">
            {!still && (
              <IconButton
                label={paused ? "Let the slides move" : "Stop the slides"}
                onClick={() => setPaused(!paused)}
              >
                {paused ? <Play aria-hidden className="size-5" /> : <Pause aria-hidden className="size-5" />}
              </IconButton>
            )}
            <IconButton label="Previous slide" onClick={() => go(index - 1)}>
              <ChevronLeft aria-hidden className="size-5" />
            </IconButton>
            <IconButton label="Next slide" onClick={() => go(index + 1)}>
              <ChevronRight aria-hidden className="size-5" />
            </IconButton>
          </div>
        </div>
      )}
    </div>
  );
}
