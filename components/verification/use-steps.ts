"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Each step of a form is one entry in the browser's history, side by side: the first under the form's own address, the third under
 * `?step=3`.
 */
const PARAM = "step";

/** The step that an address asks for, counted from 0; what it does not have is the first. */
function stepFromUrl(search: Pick<URLSearchParams, "get">, last: number): number {
  const asked = Number(search.get(PARAM));
  return Number.isInteger(asked) ? Math.min(Math.max(asked - 1, 0), last) : 0;
}

function addressOf(step: number): string {
  const url = new URL(window.location.href);
  if (step > 0) url.searchParams.set(PARAM, String(step + 1));
  else url.searchParams.delete(PARAM);
  return url.href;
}

/** What is used of the Navigation API. */
interface Entries {
  currentEntry: { index: number } | null;
  entries: () => { url: string | null }[];
}

/** Are the entries of the steps before behind the present one? No, in a browser that does not tell. */
function hasEntriesBefore(step: number): boolean {
  const { navigation } = window as { navigation?: Entries };
  const index = navigation?.currentEntry?.index;
  if (!navigation || index === undefined) return false;
  const entries = navigation.entries();
  return Array.from({ length: step + 1 }, (_, at) => entries[index - step + at]?.url === addressOf(at)).every(
    Boolean,
  );
}

/**
 * The step that is shown, and the browser's history in line with it: Back and Forward step inside the form. On a Back or Forward
 * `move` is given the step that is asked for and the one that is shown, and answers which it shall be.
 */
export function useSteps(last: number, move: (asked: number, from: number) => number) {
  const [step, setStep] = useState(stepFromUrl(useSearchParams(), last));
  const path = usePathname();
  const shown = useRef(step);
  /** The history follows what is shown; one traversal at a time, until its `popstate`. */
  const isTravelling = useRef(false);
  const isLinedUp = useRef(false);

  const show = (next: number) => {
    // Before the history moves on: a browser that scrolls back to where somebody was finds the top remembered.
    if (next !== shown.current) window.scrollTo({ top: 0, behavior: "instant" });
    shown.current = next;
    // A whole step is drawn: the press is answered first.
    startTransition(() => setStep(next));
    if (isTravelling.current) return;
    let from = stepFromUrl(new URLSearchParams(window.location.search), last);
    if (!isLinedUp.current && !hasEntriesBefore(from)) {
      // Somebody who came from outside gets the steps before, too.
      window.history.replaceState(null, "", addressOf(0));
      from = 0;
    }
    isLinedUp.current = true;
    for (let entry = from + 1; entry <= next; entry += 1)
      window.history.pushState(null, "", addressOf(entry));
    isTravelling.current = from > next;
    if (from > next) window.history.go(next - from);
  };

  const onMoved = useEffectEvent(() => {
    if (window.location.pathname !== path) return;
    const isOwn = isTravelling.current;
    isTravelling.current = false;
    const asked = stepFromUrl(new URLSearchParams(window.location.search), last);
    show(isOwn ? shown.current : move(asked, shown.current));
  });
  useEffect(() => {
    const moved = () => onMoved();
    // The top of a step is where it begins, wherever its last reader had scrolled to.
    window.history.scrollRestoration = "manual";
    window.addEventListener("popstate", moved);
    return () => {
      window.history.scrollRestoration = "auto";
      window.removeEventListener("popstate", moved);
    };
  }, []);

  return { step, shown, show };
}
