"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cases } from "@/lib/review/cases/api";
import { adminKeys } from "../../keys";
import { followEvents } from "./follow-events";

/** A reload cancels the one before, which must have the time to finish although events follow each other. */
const PAUSE_MS = 2_000;

/** Returns a function that calls `work` at once, and for all calls within a pause once at its end. */
function throttle(work: () => void): () => void {
  let isPausing = false;
  let isCalled = false;
  return function call() {
    if (isPausing) return void (isCalled = true);
    isPausing = true;
    isCalled = false;
    work();
    setTimeout(() => {
      isPausing = false;
      if (isCalled) call();
    }, PAUSE_MS);
  };
}

/** Follows all reviewers' changes while the tab is visible: to lists, and to the case of `userId` if given. */
export function useCaseEvents(userId?: string): void {
  const client = useQueryClient();
  /** When the stream was opened, until its first event, which asks to reload everything. */
  const openedAt = useRef<number | null>(null);
  const [reloadLists] = useState(() =>
    throttle(() => void client.invalidateQueries({ queryKey: adminKeys.lists })),
  );
  const receive = useEffectEvent((changed: string) => {
    const since = openedAt.current;
    openedAt.current = null;
    if (since)
      void client.invalidateQueries({
        queryKey: adminKeys.lists,
        // A list that was requested together with the stream is not requested again.
        predicate: ({ state }) => state.fetchStatus === "idle" && state.dataUpdatedAt < since,
      });
    else reloadLists();
    if (userId && (changed === userId || changed === "*"))
      void client.invalidateQueries({ queryKey: adminKeys.review(userId) });
  });
  useEffect(() => {
    let stop: (() => void) | null = null;
    const follow = () => {
      stop?.();
      openedAt.current = Date.now();
      stop = document.hidden ? null : followEvents(cases.caseEvents.path, receive);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      stop?.();
    };
  }, []);
}
