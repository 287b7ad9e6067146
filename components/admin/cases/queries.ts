"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { call, type ApiError } from "@/lib/contract/client";
import { admin } from "@/lib/contract/endpoints/admin";
import type {
  AssignmentsDto,
  CaseDto,
  NextCase,
  ReviewerDto,
  TimelineEntryDto,
} from "@/lib/review/cases/schema";
import { adminKeys } from "../keys";

/** The cached queries and the mutations of cases (product 10.15). */
export const caseQuery = (userId: string) =>
  queryOptions<CaseDto, ApiError>({
    queryKey: adminKeys.case(userId),
    queryFn: async ({ signal }) => (await call(admin.getCase, { params: { userId }, signal })).data,
  });
export const useCase = (userId: string, enabled: boolean) => useQuery({ ...caseQuery(userId), enabled });

export const timelineQuery = (userId: string) =>
  queryOptions<TimelineEntryDto[], ApiError>({
    queryKey: adminKeys.timeline(userId),
    queryFn: async ({ signal }) => (await call(admin.listTimeline, { params: { userId }, signal })).data,
  });
export const useTimeline = (userId: string) => useQuery(timelineQuery(userId));

export const useReviewers = (enabled: boolean) =>
  useQuery<ReviewerDto[], ApiError>({
    enabled,
    queryKey: adminKeys.reviewers,
    queryFn: async ({ signal }) => (await call(admin.listReviewers, { signal })).data,
  });

export function useTakeNext() {
  const client = useQueryClient();
  return useMutation<CaseDto | null, ApiError, NextCase>({
    mutationFn: async (body) => (await call(admin.takeNextCase, { body })).data,
    onSuccess: () => void client.invalidateQueries({ queryKey: adminKeys.lists }),
  });
}

interface Assignment {
  userIds: string[];
  reviewerId: string | null;
  note?: string;
}

export function useAssignment() {
  const client = useQueryClient();
  return useMutation<AssignmentsDto, ApiError, Assignment>({
    mutationFn: async (body) => (await call(admin.assignCases, { body })).data,
    onSettled: (_result, _error, { userIds }) => {
      for (const userId of userIds) {
        void client.invalidateQueries({ queryKey: adminKeys.case(userId) });
        void client.invalidateQueries({ queryKey: adminKeys.timeline(userId) });
      }
      return client.invalidateQueries({ queryKey: adminKeys.lists });
    },
  });
}

export function useAddNote(userId: string) {
  const client = useQueryClient();
  return useMutation<string | undefined, ApiError, { text: string; mentions: string[] }>({
    mutationFn: async (body) => (await call(admin.addNote, { params: { userId }, body })).message,
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.timeline(userId) }),
  });
}

/** Follows changes of cases by all reviewers, while the tab is visible: lists, and the case of `userId` if it is given. */
export function useCaseEvents(userId?: string): void {
  const client = useQueryClient();
  const receive = useEffectEvent((changed: string) => {
    void client.invalidateQueries({ queryKey: adminKeys.lists });
    if (!userId || (changed !== userId && changed !== "*")) return;
    void client.invalidateQueries({ queryKey: adminKeys.case(userId) });
    void client.invalidateQueries({ queryKey: adminKeys.timeline(userId) });
  });
  useEffect(() => {
    let source: EventSource | null = null;
    const follow = () => {
      source?.close();
      source = document.hidden ? null : new EventSource(admin.caseEvents.path);
      if (source) source.onmessage = ({ data }) => receive(String(data));
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      source?.close();
    };
  }, []);
}
