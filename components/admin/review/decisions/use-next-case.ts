"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTransition } from "react";
import { useSetting } from "@/components/account/use-setting";
import { caseQuery } from "../cases/queries";
import { checksQuery, duplicatesQuery, submissionsQuery, timelineQuery } from "../queries";
import { screeningQuery } from "../screening/queries";
import type { NavigationTarget } from "../use-adjacent-users";
import { partReviewsQuery } from "./use-part-reviews";

/**
 * Opens the next case after a decision, if the reviewer has chosen that. Its data is requested all at once, and not earlier: a case is
 * recorded as read only when it is about to be shown (product 10.11), and not claimed. Until it is there, the decided case stays.
 */
export function useNextCase(pending: NavigationTarget | null) {
  const client = useQueryClient();
  const [isOn] = useSetting("openNextCase");
  const [isOpening, startOpening] = useTransition();
  /** Returns false if there is no next case, or the reviewer does not want it. */
  const open = (): boolean => {
    if (!isOn || !pending) return false;
    startOpening(pending.go);
    const { id } = pending;
    void client.prefetchQuery(submissionsQuery(id));
    void client.prefetchQuery(duplicatesQuery(id));
    void client.prefetchQuery(screeningQuery(id));
    void client.prefetchQuery(checksQuery(id));
    void client.prefetchQuery(caseQuery(id));
    void client.prefetchQuery(partReviewsQuery(id));
    void client.prefetchQuery(timelineQuery(id));
    return true;
  };
  return { isOpening, open };
}
