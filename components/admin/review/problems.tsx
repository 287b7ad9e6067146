"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { ErrorState } from "@/components/ui/states";
import { fallbacks } from "@/lib/contract/messages";
import type { ApiError } from "@/lib/contract/client";
import { useLastList } from "../last-list";

/** The address names nobody (product 2.13). */
export function InvalidRequest() {
  const router = useRouter();
  return (
    <ErrorState
      level="h1"
      title="Invalid Request"
      action={
        <Button variant="secondary" onClick={() => router.back()}>
          Go Back
        </Button>
      }
    >
      User ID is missing from the request.
    </ErrorState>
  );
}

export function LoadFailure({
  error,
  retrying,
  onRetry,
}: {
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
}) {
  const list = useLastList();
  // Asking again for what does not exist, or is not for us, brings nothing.
  const worthIt = error.status === 0 || error.status === 429 || error.status >= 500;
  return (
    <ErrorState
      level="h1"
      title="Error Loading User"
      {...(worthIt && { onRetry, retrying })}
      action={
        <LinkButton href={list} variant={worthIt ? "quiet" : "secondary"}>
          Go Back
        </LinkButton>
      }
    >
      {error.message || fallbacks.userDetails}
    </ErrorState>
  );
}
