import type { ApiError } from "@/lib/contract/client";

/** Whether the "failure" is a proposal that another administrator must confirm (product 10.14). */
export const awaitsConfirmation = ({ code }: Pick<ApiError, "code">): boolean =>
  code === "CONFIRMATION_REQUIRED";

export const WAITING = "Waiting for a second approval";
