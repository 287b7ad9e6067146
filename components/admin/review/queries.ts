"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { call, type ApiError } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import type { requestChangesSchema } from "@/lib/review/decisions/part-schema";
import type { ReviewDto, ReviewPanelName } from "@/lib/review/schema";
import type { DuplicateDto, DuplicatesDto } from "@/lib/users/dto";
import { adminKeys } from "../keys";
import { useUserMutation } from "../queries";

/** The interval at which a review is reloaded while a result is pending. */
const WAITING_MS = 2_500;

/** Whether a result is pending from a provider or from the watchlist comparison. */
const isWaiting = (review: ReviewDto | undefined): boolean =>
  !!review?.screening?.isDue || !!review?.identityChecks?.checks.some(({ state }) => state === "waiting");

/** Loads a review bypassing the cache, in which an event may cancel a running request in favour of a newer one. */
export const loadReview = async (userId: string, signal?: AbortSignal): Promise<ReviewDto> =>
  (await call(review.getReview, { params: { userId }, ...(signal && { signal }) })).data;

/** How often, and after which pause, a review is loaded again while its names are being compared with the watchlists. */
const COMPARING_TRIES = 10;
const COMPARING_MS = 1_000;

/** Loads a review for a decision: a comparison with the watchlists that has not finished is waited for, for about ten seconds. */
export async function loadCompared(userId: string): Promise<ReviewDto> {
  for (let tried = 1; ; tried += 1) {
    const review = await loadReview(userId);
    if (!review.screening?.isDue || tried === COMPARING_TRIES) return review;
    await new Promise((resolve) => setTimeout(resolve, COMPARING_MS));
  }
}

/** Loads everything that the review page shows, in one call (ADR 35). */
export const reviewQuery = (userId: string) =>
  queryOptions<ReviewDto, ApiError>({
    queryKey: adminKeys.review(userId),
    queryFn: ({ signal }) => loadReview(userId, signal),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WAITING_MS : false),
  });

export const useReview = (userId: string) => useQuery(reviewQuery(userId));

/** Returns a panel of a loaded review: `data` is null if the server could not read it; `refetch` tries again. */
export function useReviewPanel<P extends ReviewPanelName>(userId: string, panel: P) {
  const { data, isFetching, refetch, error } = useQuery({
    ...reviewQuery(userId),
    select: (review: ReviewDto): ReviewDto[P] => review[panel],
  });
  return { data: data ?? null, isFetching, refetch, error };
}

/** Changes a case. It settles once the review, which shows the result, has been reloaded. */
export function useReviewMutation<Input, Answer>(userId: string, send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation<Answer, ApiError, Input>({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.review(userId) }),
  });
}

/** Returns the other open accounts that a reviewer has decided belong to the same person. */
export const openTwinsOf = ({ duplicates }: Pick<ReviewDto, "duplicates">): DuplicateDto[] =>
  (duplicates?.people ?? []).filter(
    ({ decision, isClosed }) => decision?.verdict === "same_person" && !isClosed,
  );

/** Loads the other user from among a user's duplicates; empty if they share no details. */
export const useDuplicatePair = (userId: string, otherId: string) =>
  useQuery<DuplicatesDto, ApiError>({
    queryKey: adminKeys.duplicatePair(userId, otherId),
    queryFn: async ({ signal }) =>
      (await call(review.listDuplicates, { params: { userId }, query: { with: otherId }, signal })).data,
  });

export const useChangeRequest = () =>
  useUserMutation(
    async ({ userId, ...body }: { userId: string } & z.input<typeof requestChangesSchema>) =>
      (await call(review.requestChanges, { params: { userId }, body })).data,
  );
