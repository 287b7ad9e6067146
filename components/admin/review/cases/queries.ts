"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
