"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { syncHistoryToStep, isLinedUp, stepFromUrl } from "./step-history";

/**
 * The step that is shown, and the browser's history in line with it: Back and Forward step inside the form. On a Back or Forward
 * `move` is told the step that is asked for and the one that is shown, and answers which it shall be.
 */
export function useSteps(last: number, move: (asked: number, from: number) => number) {
  const [step, setStep] = useState(stepFromUrl(useSearchParams(), last));
  const path = usePathname();
  const shown = useRef(step);
  /** The history follows what is shown; one traversal at a time. */
  const travelling = useRef(false);
  const linedUp = useRef(false);

  const show = useCallback(
    (next: number) => {
      // Before the history moves on: a browser that scrolls back to where somebody was finds the top remembered.
      if (next !== shown.current) window.scrollTo({ top: 0, behavior: "instant" });
      shown.current = next;
      // A whole step is drawn: the press is answered first.
      startTransition(() => setStep(next));
      if (travelling.current) return;
      const entry = stepFromUrl(new URLSearchParams(window.location.search), last);
      linedUp.current ||= isLinedUp(entry);
      travelling.current = syncHistoryToStep(next, entry, linedUp.current);
      linedUp.current = true;
    },
    [last],
  );

  const decide = useRef(move);
  useEffect(() => {
    decide.current = move;
  });
  useEffect(() => {
    const moved = () => {
      if (window.location.pathname !== path) return;
      const own = travelling.current;
      travelling.current = false;
      const asked = stepFromUrl(new URLSearchParams(window.location.search), last);
      show(own ? shown.current : decide.current(asked, shown.current));
    };
    // The top of a step is where it begins, wherever its last reader had scrolled to.
    window.history.scrollRestoration = "manual";
    window.addEventListener("popstate", moved);
    return () => {
      window.history.scrollRestoration = "auto";
      window.removeEventListener("popstate", moved);
    };
  }, [path, last, show]);

  return { step, shown, show };
}
