"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { ListQuery } from "@/components/data-table/data-list";
import { formatCount, formatDateTime } from "@/components/ui/format";
import { administration } from "@/lib/administration/api";
import type { SecurityEventDto } from "@/lib/auth/security-event-dto";
import { call, type ApiError } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import type { BlockReason } from "@/lib/review/blocks/schema";
import { cases } from "@/lib/review/cases/api";
import type { CaseMark } from "@/lib/review/cases/mark-rules";
import type { ClaimDto } from "@/lib/review/cases/schema";
import { decisions } from "@/lib/review/decisions/api";
import { figures } from "@/lib/review/figures/api";
import type { ReviewDto } from "@/lib/review/schema";
import type { VerificationStatus } from "@/lib/roles";
import type { DeletionReason, inviteAdminSchema } from "@/lib/users/admin-schema";
import { users } from "@/lib/users/api";
import type { Pagination, StatisticsDto, UserDto, UserSummaryDto } from "@/lib/users/dto";
import { adminKeys } from "./keys";
import type { ListFilters } from "./list-state";

/** The cached queries and the mutations of the back office. QueryProvider sets staleness and retries. */
const MINUTE_MS = 60_000;

/** A row of a list of users; in the queue it includes the claim of the case. */
export type ListedUser = UserSummaryDto & {
  claim?: ClaimDto | null;
  marks?: CaseMark[];
};

interface UserList {
  users: ListedUser[];
  pagination: Pagination;
}

async function listUsers(filters: ListFilters, signal: AbortSignal): Promise<UserList> {
  const { data, pagination } =
    "assignment" in filters
      ? await call(cases.listCases, { query: filters, signal })
      : await call(users.listUsers, { query: filters, signal });
  return { users: data, pagination };
}

export const useUsers = (filters: ListFilters, enabled = true) =>
  useQuery<UserList, ApiError>({
    queryKey: adminKeys.list(filters),
    queryFn: ({ signal }) => listUsers(filters, signal),
    // The previous page remains visible, dimmed, until the new one is loaded.
    placeholderData: keepPreviousData,
    // The list is reloaded every minute, because others work on the same list (product 9).
    refetchInterval: MINUTE_MS,
    enabled,
  });

/**
 * Returns a list of users for a DataList, its page and a summary: "Showing 20 of 47 users" or "cases", or "more than 10,000" where search results are
 * not counted further. `failureTitle` is shown if the list cannot be loaded (product 8).
 */
export function useUserList(filters: ListFilters, failureTitle: string = fallbacks.usersTable) {
  const { data, error, isFetching, isPlaceholderData } = useUsers(filters);
  const { page = 1, limit = 0 } = filters;
  const { total = 0, pages = 0, more } = data?.pagination ?? {};
  const list: ListQuery<ListedUser> = {
    rows: data?.users,
    isStale: isPlaceholderData,
    isFetching,
    failure: error && {
      title: failureTitle,
      message: error.message === fallbacks.loadUsers ? "Please try again in a moment." : error.message,
    },
    retry: useReloadUsers(),
  };
  const shown = formatCount(data?.users.length ?? 0);
  const rows = "assignment" in filters ? "cases" : "users";
  const summary = `Showing ${shown} of ${more ? "more than " : ""}${formatCount(total)} ${rows}`;
  return { list, paging: { page, limit, pages, total, summary } };
}

/** Loads the number of users or cases, which is the total of the smallest page. */
export const useUserCount = (filters: ListFilters) =>
  useQuery<number, ApiError>({
    queryKey: adminKeys.count(filters),
    queryFn: async ({ signal }) =>
      (await listUsers({ ...filters, page: 1, limit: 1 }, signal)).pagination.total,
    refetchInterval: MINUTE_MS,
  });

/** Refetches all queries of users on the screen: if one has failed, the others probably have failed too. */
export function useReloadUsers(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: adminKeys.users, type: "active" });
}

export const useUser = (userId: string) =>
  useQuery<UserDto, ApiError>({
    queryKey: adminKeys.user(userId),
    queryFn: async ({ signal }) => (await call(users.getUser, { params: { userId }, signal })).data,
  });

export const useStatistics = () =>
  useQuery<StatisticsDto, ApiError>({
    queryKey: adminKeys.statistics,
    queryFn: async ({ signal }) => (await call(figures.statistics, { signal })).data,
    refetchInterval: MINUTE_MS,
  });

export const useSecurityEvents = (userId: string) =>
  useQuery<SecurityEventDto[], ApiError>({
    queryKey: adminKeys.securityEvents(userId),
    queryFn: async ({ signal }) =>
      (await call(users.listSecurityEvents, { params: { userId }, signal })).data,
  });

/** Updates the cache after a mutation: all lists and counts are invalidated, without waiting for them (product 4.3). */
function useRefresh() {
  const client = useQueryClient();
  const lists = () => void client.invalidateQueries({ queryKey: adminKeys.users });
  return {
    lists,
    changed: (user: UserDto) => {
      client.setQueryData(adminKeys.user(user._id), user);
      client.setQueryData<ReviewDto>(adminKeys.review(user._id), (review) => review && { ...review, user });
      void client.invalidateQueries({ queryKey: adminKeys.review(user._id) });
      lists();
    },
    /** A 409 or 404 means that another administrator has changed or deleted the user, so the screen is outdated. */
    failed: ({ status, code }: ApiError, userId: string) => {
      if ((status !== 409 && status !== 404) || code === "OTHER_USER") return;
      void client.invalidateQueries({ queryKey: adminKeys.user(userId) });
      lists();
    },
    deleted: (userId: string) => {
      client.removeQueries({ queryKey: adminKeys.user(userId) });
      // The row is removed immediately, so that the focus does not return to a row that is about to disappear.
      client.setQueriesData<UserList>({ queryKey: adminKeys.lists }, (list) =>
        list ? { ...list, users: list.users.filter(({ _id }) => _id !== userId) } : list,
      );
      lists();
    },
  };
}

interface Decision {
  userId: string;
  status: Exclude<VerificationStatus, "pending">;
  rejectionReason?: string;
  /** The status on the reviewer's screen: if it has changed, nothing is overwritten. */
  expectedStatus: VerificationStatus;
  /** The submission that was reviewed; null without one. */
  submissionId: string | null;
  /** The name on the reviewer's screen. */
  name: string;
  /** The account to continue with, if another account belongs to the same person. */
  goesOn?: string | undefined;
  /** The findings on the reviewer's screen. */
  seen?: string[];
  /** Why the person is blocked, too. */
  block?: BlockReason;
}

export const toDecision = (
  { _id, name, verification }: UserSummaryDto,
  status: Decision["status"],
  more: Pick<Decision, "rejectionReason" | "goesOn" | "seen" | "block"> = {},
): Decision => ({
  userId: _id,
  status,
  expectedStatus: verification.status,
  submissionId: verification.submissionId,
  name,
  ...more,
});

/** Whether another reviewer has decided in the meantime. Other conflicts concern this reviewer. */
export const isDecided = ({ code }: Pick<ApiError, "code">): boolean => code === "ALREADY_DECIDED";

/** Returns a sentence such as `Ada Obi decided first, on 2 March 2026, 14:05.` The server sends the name only to super administrators. */
export function describeConflict(error: ApiError): string {
  const { data } = (error.body ?? {}) as {
    data?: { reviewedAt?: string | null; reviewedBy?: { name?: string } | null };
  };
  const by = data?.reviewedBy?.name ?? "Another reviewer";
  return `${by} decided first${data?.reviewedAt ? `, on ${formatDateTime(data.reviewedAt)}` : ""}.`;
}

/** Decisions in flight: pressing the button again repeats the same decision, which must not count as a conflict. */
const decisionsInFlight = new Map<string, Promise<UserDto>>();

function decide(decision: Decision): Promise<UserDto> {
  const key = JSON.stringify(decision);
  const { userId, ...body } = decision;
  const request =
    decisionsInFlight.get(key) ??
    call(decisions.decide, { params: { userId }, body })
      .then(({ data }) => data)
      .finally(() => decisionsInFlight.delete(key));
  decisionsInFlight.set(key, request);
  return request;
}

export function useUserMutation<Input extends { userId: string }>(
  mutationFn: (input: Input) => Promise<UserDto>,
) {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, Input>({
    mutationFn,
    onSuccess: refresh.changed,
    onError: (error, { userId }) => refresh.failed(error, userId),
  });
}

export const useDecision = () => useUserMutation(decide);

export const useRoleChange = () =>
  useUserMutation(
    async ({ userId, role }: { userId: string; role: "investor" | "startup" }) =>
      (await call(users.changeRole, { params: { userId }, body: { role } })).data,
  );

export function useDeletion() {
  const refresh = useRefresh();
  return useMutation<string | undefined, ApiError, { userId: string; reason?: DeletionReason | undefined }>({
    mutationFn: async ({ userId, reason }) =>
      (await call(users.deleteUser, { params: { userId }, query: { reason } })).message,
    onSuccess: (_message, { userId }) => refresh.deleted(userId),
    onError: (error, { userId }) => refresh.failed(error, userId),
  });
}

export function useCreation() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, z.input<typeof inviteAdminSchema> & { password?: string }>({
    mutationFn: async ({ password, ...body }) =>
      password
        ? (await call(administration.createSubAdmin, { body: { ...body, password } })).data
        : (await call(administration.inviteAdmin, { body })).data,
    onSuccess: refresh.lists,
  });
}
