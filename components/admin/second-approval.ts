import type { ApiError } from "@/lib/contract/client";

/** Says that nothing has failed: the act is a proposal until another administrator confirms it (product 10.14). */
export const awaitsConfirmation = ({ code }: Pick<ApiError, "code">): boolean =>
  code === "CONFIRMATION_REQUIRED";

export const WAITING = "Waiting for a second approval";
