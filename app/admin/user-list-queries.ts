import { adminKeys } from "@/components/admin/keys";
import {
  parseListState,
  type CaseFilters,
  type ListFilters,
  type ListState,
  type UserFilters,
} from "@/components/admin/list-state";
import type { Viewer } from "@/lib/viewer";
import { listCases } from "@/lib/review/cases/queries";
import { countUsers, listUsers } from "@/lib/users/admin-queries";
import { PAGE_SIZE } from "@/lib/users/admin-schema";

/** Runs the queries of components/admin/queries.ts on the server, under the same keys but without a request. */
export const userListQuery = (viewer: Viewer, filters: ListFilters) => ({
  queryKey: adminKeys.list(filters),
  queryFn: async () => {
    if (!("assignment" in filters)) return listUsers(viewer, { page: 1, limit: PAGE_SIZE, ...filters });
    const { cases, pagination } = await listCases(viewer, filters);
    return { users: cases, pagination };
  },
});

export function userCountQueries(viewer: Viewer, filters: UserFilters[]) {
  let totals: Promise<number[]> | undefined;
  return filters.map((filter, index) => ({
    queryKey: adminKeys.count(filter),
    queryFn: async () => (await (totals ??= countUsers(viewer, filters)))[index],
  }));
}

/** Returns the queries that count cases, for `useUserCount`. */
export const caseCountQueries = (viewer: Viewer, filters: readonly CaseFilters[]) =>
  filters.map((filter) => ({
    queryKey: adminKeys.count(filter),
    queryFn: async () => (await listCases(viewer, filter)).pagination.total,
  }));

/** Reads the list's state from the address of a page. */
export async function readListState(
  searchParams: Promise<Record<string, string | string[] | undefined>>,
  defaults: ListState,
): Promise<ListState> {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return parseListState(new URLSearchParams(entries), defaults);
}
