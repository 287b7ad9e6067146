"use client";

import type { ListQuery } from "@/components/data-table/data-list";
import { fallbacks } from "@/lib/contract/messages";
import type { Pagination, UserSummaryDto } from "@/lib/users/dto";
import { formatCount } from "./labels";
import type { UserFilters } from "./list-state";
import { useReloadUsers, useUsers } from "./queries";

const noPages: Pagination = { page: 1, limit: 0, total: 0, pages: 0 };

/** A list of users for a DataList, with its pagination. `failureTitle` is shown when it cannot be loaded (product 8). */
export function useUserList(
  filters: UserFilters,
  failureTitle: string = fallbacks.usersTable,
): { list: ListQuery<UserSummaryDto>; pagination: Pagination } {
  const { data, error, isFetching, isPlaceholderData } = useUsers(filters);
  const retry = useReloadUsers();
  return {
    list: {
      rows: data?.users,
      isStale: isPlaceholderData,
      isFetching,
      failure: error && {
        title: failureTitle,
        message: error.message === fallbacks.loadUsers ? "Please try again in a moment." : error.message,
      },
      retry,
    },
    pagination: data?.pagination ?? noPages,
  };
}

/** "Showing 20 of 47 users"; "more than 10,000" where the hits of a search are not counted further. */
export const summarize = (shown: number, { total, more }: Pagination): string =>
  `Showing ${formatCount(shown)} of ${more ? "more than " : ""}${formatCount(total)} users`;
