"use client";

import { useTransition } from "react";
import { useSetting } from "@/components/account/use-setting";
import type { NavigationTarget } from "../use-adjacent-users";

/**
 * Opens the next case after a decision, if the reviewer has chosen that. The case is not requested earlier: it is recorded as read only
 * when it is about to be shown (product 10.11), and it is not claimed. Until it has loaded, the decided case remains on the screen.
 */
export function useNextCase(pending: NavigationTarget | null) {
  const [isOn] = useSetting("openNextCase");
  const [isOpening, startOpening] = useTransition();
  /** Returns false if there is no next case, or the reviewer has not chosen this. */
  const open = (): boolean => {
    if (!isOn || !pending) return false;
    startOpening(pending.go);
    return true;
  };
  return { isOpening, open };
}
