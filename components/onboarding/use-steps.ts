"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";

/** Each step is one entry in the browser's history: the first at the form's own URL, the third at `?step=3`. */
const PARAM = "step";

/** Returns the step of a URL, counted from 0; the first if it is invalid. */
function stepFromUrl(search: Pick<URLSearchParams, "get">, last: number): number {
  const number = Number(search.get(PARAM));
  return Number.isInteger(number) ? Math.min(Math.max(number - 1, 0), last) : 0;
}
const stepInAddressBar = (last: number) => stepFromUrl(new URLSearchParams(window.location.search), last);

function urlOf(step: number): string {
  const url = new URL(window.location.href);
  if (step > 0) url.searchParams.set(PARAM, String(step + 1));
  else url.searchParams.delete(PARAM);
  return url.href;
}

/** Marks the history entries whose previous entries are the earlier steps. */
interface EntryState {
  hasStepsBefore?: boolean;
}
const pushStep = (step: number) =>
  window.history.pushState({ hasStepsBefore: true } satisfies EntryState, "", urlOf(step));

/**
 * Synchronizes the current step with the browser's history. After Back or Forward, `move` receives the step of the URL and the current one,
 * and returns the step to show.
 */
export function useSteps(last: number, move: (wanted: number, from: number) => number) {
  const [current, setCurrent] = useState(stepFromUrl(useSearchParams(), last));
  // Rendering a step is slow; the button responds first. A transition would wait for a pending refresh of the page.
  const step = useDeferredValue(current);
  const path = usePathname();
  const shown = useRef(step);
  /** True during `history.go`, until its `popstate`. */
  const isTravelling = useRef(false);

  const show = (next: number) => {
    // The page scrolls before the history changes, because browsers that restore scroll positions store this one.
    if (next !== shown.current) window.scrollTo({ top: 0, behavior: "instant" });
    shown.current = next;
    setCurrent(next);
    if (isTravelling.current) return;
    let from = stepInAddressBar(last);
    const state = window.history.state as EntryState | null;
    if (!state?.hasStepsBefore && window.location.href !== urlOf(0)) {
      // If the form was opened at a later step, the earlier steps get history entries too. This also corrects an invalid step.
      window.history.replaceState(null, "", urlOf(0));
      from = 0;
    }
    for (let entry = from + 1; entry <= next; entry += 1) pushStep(entry);
    isTravelling.current = from > next;
    if (from > next) window.history.go(next - from);
  };

  const onMoved = useEffectEvent(() => {
    if (window.location.pathname !== path) return;
    const isOwn = isTravelling.current;
    isTravelling.current = false;
    show(isOwn ? shown.current : move(stepInAddressBar(last), shown.current));
  });
  useEffect(() => {
    const listener = () => onMoved();
    // A step always starts at its top.
    window.history.scrollRestoration = "manual";
    window.addEventListener("popstate", listener);
    return () => {
      window.history.scrollRestoration = "auto";
      window.removeEventListener("popstate", listener);
    };
  }, []);

  return { step, shown, show };
}
