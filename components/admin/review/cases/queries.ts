"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type * as z from "zod";
import { call, type ApiError } from "@/lib/contract/client";
import { cases } from "@/lib/review/cases/api";
import type {
  assignSchema,
  AssignmentResultDto,
  CaseDto,
  NextCase,
  ReviewerDto,
} from "@/lib/review/cases/schema";
import { adminKeys } from "../../keys";
import { followEvents } from "./follow-events";

/** The cached queries and the mutations of cases (product 10.15). */
export const useReviewers = (enabled: boolean) =>
  useQuery<ReviewerDto[], ApiError>({
    enabled,
    queryKey: adminKeys.reviewers,
    queryFn: async ({ signal }) => (await call(cases.listReviewers, { signal })).data,
  });

export function useTakeNext() {
  const client = useQueryClient();
  return useMutation<CaseDto | null, ApiError, NextCase>({
    mutationFn: async (body) => (await call(cases.takeNextCase, { body })).data,
    onSuccess: () => void client.invalidateQueries({ queryKey: adminKeys.lists }),
  });
}

export function useAssignment() {
  const client = useQueryClient();
  return useMutation<AssignmentResultDto, ApiError, z.input<typeof assignSchema>>({
    mutationFn: async (body) => (await call(cases.assignCases, { body })).data,
    // Assignments are sent sequentially: the renewal of a claim must not arrive after a release.
    scope: { id: "assignment" },
    onSettled: (_result, _error, { userIds }) => {
      for (const userId of userIds) void client.invalidateQueries({ queryKey: adminKeys.review(userId) });
      return client.invalidateQueries({ queryKey: adminKeys.lists });
    },
  });
}

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
