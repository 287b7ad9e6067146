"use client";

import { useTransition } from "react";
import { useSetting } from "@/components/account/use-setting";
import type { NavigationTarget } from "../use-adjacent-users";

/**
 * Opens the next case after a decision, if the reviewer has chosen that. It is not requested earlier: a case is recorded as read only when
 * it is about to be shown (product 10.11), and not claimed. Until it is there, the decided case stays.
 */
export function useNextCase(pending: NavigationTarget | null) {
  const [isOn] = useSetting("openNextCase");
  const [isOpening, startOpening] = useTransition();
  /** Returns false if there is no next case, or the reviewer does not want it. */
  const open = (): boolean => {
    if (!isOn || !pending) return false;
    startOpening(pending.go);
    return true;
  };
  return { isOpening, open };
}
