"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { cases } from "@/lib/review/cases/api";
import { adminKeys } from "../../keys";
import { followEvents } from "./follow-events";

/** Follows all reviewers' changes while the tab is visible: to lists, and to the case of `userId` if given. */
export function useCaseEvents(userId?: string): void {
  const client = useQueryClient();
  /** When the stream was opened, until its first event, which asks to reload everything. */
  const openedAt = useRef<number | null>(null);
  const receive = useEffectEvent((changed: string) => {
    const since = openedAt.current;
    openedAt.current = null;
    void client.invalidateQueries({
      queryKey: adminKeys.lists,
      // A list that was requested together with the stream is not requested again.
      ...(since && { predicate: ({ state }) => state.fetchStatus === "idle" && state.dataUpdatedAt < since }),
    });
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
