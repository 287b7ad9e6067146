"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { ErrorState } from "@/components/ui/states";
import { fallbacks } from "@/lib/contract/messages";
import type { ApiError } from "@/lib/contract/client";
import { useLastList } from "../use-list-state";

/** Shows that the address contains no user id (product 2.13). */
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

type FailedQuery = UseQueryResult<unknown, ApiError>;

export function LoadFailure({ query: { error, isFetching, refetch } }: { query: FailedQuery }) {
  const list = useLastList();
  // Retrying cannot help if the user does not exist or may not be seen.
  const { status, message } = error ?? { status: 0, message: "" };
  const isTemporary = status === 0 || status === 429 || status >= 500;
  return (
    <ErrorState
      level="h1"
      title="Error Loading User"
      {...(isTemporary && { onRetry: () => void refetch(), retrying: isFetching })}
      action={
        <LinkButton href={list} variant={isTemporary ? "quiet" : "secondary"}>
          Go Back
        </LinkButton>
      }
    >
      {message || fallbacks.userDetails}
    </ErrorState>
  );
}

/** Shows that a panel of the review could not be loaded. */
export function PanelFailure({
  title,
  query,
}: {
  title: string;
  query: Pick<FailedQuery, "isFetching" | "refetch" | "error">;
}) {
  return (
    <Notice
      tone="warning"
      role="status"
      title={title}
      action={
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {query.error?.message}
    </Notice>
  );
}
