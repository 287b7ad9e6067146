"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type * as z from "zod";
import { call, type ApiError } from "@/lib/contract/client";
import type { SubmissionDto } from "@/lib/onboarding/dto";
import { containsAnswer } from "@/lib/onboarding/forms/path-rules";
import { review } from "@/lib/review/api";
import type { PartReviewsDto, reviewPartSchema } from "@/lib/review/decisions/part-schema";
import type { ReviewDto } from "@/lib/review/schema";
import type { UserDto } from "@/lib/users/dto";
import { adminKeys } from "../../keys";
import { useReviewPanel } from "../queries";

/** Returns the part reviews of the current and the previous submission (product 10.16). */
export function usePartReviews(user: UserDto, current: SubmissionDto | undefined, isOpen: boolean) {
  const client = useQueryClient();
  const { submissionId } = user.verification;
  const { data } = useReviewPanel(user._id, "parts");
  const reviews = data?.current ?? [];
  const mutation = useMutation<
    PartReviewsDto,
    ApiError,
    Omit<z.input<typeof reviewPartSchema>, "submissionId" | "seen">
  >({
    mutationFn: async (verdict) => {
      const seen = reviews.find(({ part }) => part === verdict.part)?.at ?? null;
      const body = { submissionId: submissionId!, ...verdict, seen };
      return (await call(review.reviewPart, { params: { userId: user._id }, body })).data;
    },
    onSuccess: (parts) =>
      client.setQueryData<ReviewDto>(adminKeys.review(user._id), (review) => review && { ...review, parts }),
    onError: ({ message }) => void toast.error(message),
    onSettled: () => void client.invalidateQueries({ queryKey: adminKeys.review(user._id) }),
  });
  return {
    submissionId,
    /** Whether the viewer can decide on parts now. */
    isOpen: isOpen && submissionId !== null && data !== null,
    isBusy: mutation.isPending,
    flagged: reviews.filter(({ reason }) => reason !== null),
    isFine: (part: string) => reviews.some((review) => review.part === part && review.reason === null),
    /** The flags of a part and of the fields in it. */
    flagsIn: (part: string) =>
      reviews.filter((review) => review.reason !== null && containsAnswer(part, review.part)),
    /** The reviews of a part and of the fields in it in the previous round. */
    before: (part: string) => (data?.previous ?? []).filter((review) => containsAnswer(part, review.part)),
    /** Whether the applicant has changed it since the previous submission; null without one. */
    isChanged: (part: string) =>
      current?.changes ? current.changes.some(({ path }) => containsAnswer(part, path)) : null,
    save: mutation.mutateAsync,
  };
}
export type PartReviews = ReturnType<typeof usePartReviews>;
