"use client";

import { ErrorState } from "@/components/ui/states";
import type { ApiError } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import { useReloadUsers } from "./queries";

interface UsersFailureProps {
  query: { error: ApiError | null; isFetching: boolean };
  title?: string;
  level?: "h2" | "h3";
}

/** A list of users that could not be had: the server's words, where it gave any, and the way to try again (product 8). */
export function UsersFailure({ query, title = fallbacks.usersTable, level = "h2" }: UsersFailureProps) {
  const reload = useReloadUsers();
  const message = query.error?.message;
  return (
    <ErrorState title={title} level={level} onRetry={reload} retrying={query.isFetching}>
      {message === fallbacks.loadUsers ? "Please try again in a moment." : message}
    </ErrorState>
  );
}
