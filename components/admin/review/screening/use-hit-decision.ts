"use client";

import { call } from "@/lib/contract/client";
import { review } from "@/lib/contract/endpoints/review";
import type { HitDecisionInput } from "@/lib/review/screening/schema";
import { useReviewMutation } from "../queries";

export const useHitDecision = (userId: string) =>
  useReviewMutation(userId, (body: HitDecisionInput) => call(review.decideHit, { params: { userId }, body }));
