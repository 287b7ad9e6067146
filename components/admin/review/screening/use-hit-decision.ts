"use client";

import { call } from "@/lib/contract/client";
import { screening } from "@/lib/review/screening/api";
import type { HitDecisionInput } from "@/lib/review/screening/schema";
import { useReviewMutation } from "../queries";

export const useHitDecision = (userId: string) =>
  useReviewMutation(userId, (body: HitDecisionInput) =>
    call(screening.decideHit, { params: { userId }, body }),
  );
