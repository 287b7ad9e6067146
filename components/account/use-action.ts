"use client";

import { useSession } from "@/components/session/session-provider";
import { ApiError } from "@/lib/contract/client";
import { NETWORK_ERROR } from "@/lib/contract/messages";
import type { Outcome } from "@/lib/http/action";

/** Runs a server action and returns its data. Throws an ApiError, like `call`. Detects that the session has ended. */
export function useAction() {
  const { refreshUser } = useSession();
  return async <T>(act: () => Promise<Outcome<T>>): Promise<T> => {
    // Without an outcome there was no response, or the guard redirected because the session has ended.
    const outcome = await act().catch(() => null);
    if (outcome?.ok) return outcome.data;
    if (!outcome || outcome.error === "UNAUTHENTICATED") await refreshUser();
    throw outcome
      ? new ApiError(0, outcome.error, outcome.message, outcome.errors)
      : new ApiError(0, "UNAVAILABLE", NETWORK_ERROR);
  };
}
