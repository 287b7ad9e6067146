"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { call, type ApiError } from "@/lib/contract/client";
import { review } from "@/lib/contract/endpoints/review";
import type { hitDecisionSchema, ScreeningDto } from "@/lib/review/screening/schema";
import { adminKeys } from "../../keys";

export const screeningQuery = (userId: string) =>
  queryOptions<ScreeningDto, ApiError>({
    queryKey: adminKeys.screening(userId),
    queryFn: async ({ signal }) => (await call(review.listHits, { params: { userId }, signal })).data,
    // A job compares a case with the watchlists soon after a submission or an import.
    refetchInterval: ({ state }) => (state.data?.isDue ? 5_000 : false),
  });

export const useScreening = (userId: string) => useQuery(screeningQuery(userId));

export function useHitDecision(userId: string) {
  const client = useQueryClient();
  return useMutation<ScreeningDto, ApiError, z.input<typeof hitDecisionSchema>>({
    mutationFn: async (body) => (await call(review.decideHit, { params: { userId }, body })).data,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: adminKeys.timeline(userId) });
      void client.invalidateQueries({ queryKey: adminKeys.screening(userId) });
    },
    onSuccess: (data) => client.setQueryData(adminKeys.screening(userId), data),
  });
}
