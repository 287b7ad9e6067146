"use client";

import { useSession } from "@/components/auth/session-provider";
import { ApiError } from "@/lib/contract/client";
import { NETWORK_ERROR } from "@/lib/contract/messages";
import { pageUser } from "@/lib/contract/page-user";
import type { ServerAction } from "@/lib/http/action";

/**
 * Runs a server action for the user of this page, and returns its data. Throws an ApiError, like `call`. Detects the end of the session.
 */
export function useAction() {
  const { refreshUser } = useSession();
  return async <Input, T>(act: ServerAction<Input, T>, input: Input): Promise<T> => {
    // No outcome means no response, or that the guard redirected because the session has ended.
    const outcome = await act(input, pageUser.get()).catch(() => null);
    if (outcome?.ok) return outcome.data;
    if (outcome?.error === "OTHER_USER") pageUser.reportOther();
    if (!outcome || outcome.error === "UNAUTHENTICATED") await refreshUser();
    throw outcome
      ? new ApiError(0, outcome.error, outcome.message, outcome.errors)
      : new ApiError(0, "UNAVAILABLE", NETWORK_ERROR);
  };
}
