"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type ApiError } from "@/lib/contract/client";
import { admin } from "@/lib/contract/endpoints/admin";
import type { DuplicatesDto, Pagination, StatisticsDto, UserDto, UserSummaryDto } from "@/lib/users/dto";
import type { SubmissionDto } from "@/lib/verification/dto";
import type { VerificationStatus } from "@/lib/roles";
import { adminKeys } from "./keys";
import type { UserFilters } from "./list-state";

/** The cached queries and the mutations of the back office. Freshness and retries are set once, in QueryProvider. */
const MINUTE_MS = 60_000;

export interface UserList {
  users: UserSummaryDto[];
  pagination: Pagination;
}

async function listUsers(query: UserFilters, signal: AbortSignal): Promise<UserList> {
  const { data, pagination } = await call(admin.listUsers, { query, signal });
  return { users: data, pagination };
}

export const useUsers = (filters: UserFilters, enabled = true) =>
  useQuery<UserList, ApiError>({
    queryKey: adminKeys.list(filters),
    queryFn: ({ signal }) => listUsers(filters, signal),
    // The previous page stays visible, dimmed, until the new one is loaded.
    placeholderData: keepPreviousData,
    // Others work on the same list (product 9).
    refetchInterval: MINUTE_MS,
    enabled,
  });

/** The number of users: the total of the smallest page. */
export const useUserCount = (filters: UserFilters, enabled = true) =>
  useQuery<number, ApiError>({
    queryKey: adminKeys.count(filters),
    queryFn: async ({ signal }) =>
      (await listUsers({ ...filters, page: 1, limit: 1 }, signal)).pagination.total,
    refetchInterval: MINUTE_MS,
    enabled,
  });

/** Sends every query of users on the screen again: what failed for one has failed for its neighbours. */
export function useReloadUsers(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: adminKeys.users, type: "active" });
}

export const useUser = (userId: string) =>
  useQuery<UserDto, ApiError>({
    queryKey: adminKeys.user(userId),
    queryFn: async ({ signal }) => (await call(admin.getUser, { params: { userId }, signal })).data,
  });

export const useStatistics = () =>
  useQuery<StatisticsDto, ApiError>({
    queryKey: adminKeys.statistics,
    queryFn: async ({ signal }) => (await call(admin.statistics, { signal })).data,
    refetchInterval: MINUTE_MS,
  });

export const useSubmissions = (userId: string) =>
  useQuery<SubmissionDto[], ApiError>({
    queryKey: adminKeys.submissions(userId),
    queryFn: async ({ signal }) => (await call(admin.listSubmissions, { params: { userId }, signal })).data,
  });

export const useDuplicates = (userId: string) =>
  useQuery<DuplicatesDto, ApiError>({
    queryKey: adminKeys.duplicates(userId),
    queryFn: async ({ signal }) => (await call(admin.listDuplicates, { params: { userId }, signal })).data,
  });

/**
 * What every mutation has in common: it stores the user it answers and invalidates all lists and counts (product 4.3). A mutation is done
 * when the server says so; nobody waits for the lists.
 */
function useRefresh() {
  const client = useQueryClient();
  const lists = () => void client.invalidateQueries({ queryKey: adminKeys.users });
  return {
    lists,
    changed: (user: UserDto) => {
      client.setQueryData(adminKeys.user(user._id), user);
      void client.invalidateQueries({ queryKey: adminKeys.submissions(user._id) });
      lists();
    },
    stale: (userId: string) => {
      void client.invalidateQueries({ queryKey: adminKeys.user(userId) });
      void client.invalidateQueries({ queryKey: adminKeys.submissions(userId) });
      lists();
    },
    gone: (userId: string) => {
      client.removeQueries({ queryKey: adminKeys.user(userId) });
      // The row goes immediately: the dialog must not return the focus to a row that vanishes.
      client.setQueriesData<UserList>({ queryKey: adminKeys.lists }, (list) =>
        list ? { ...list, users: list.users.filter(({ _id }) => _id !== userId) } : list,
      );
      lists();
    },
  };
}

/** Rejected because someone else was first, or because the user is gone: the screen is out of date. */
const isOutdated = (error: ApiError) => error.status === 409 || error.status === 404;

export interface Decision {
  userId: string;
  status: Exclude<VerificationStatus, "pending">;
  rejectionReason?: string;
  /** The status on the reviewer's screen: if it has changed, nothing is overwritten. */
  expectedStatus: VerificationStatus;
  /** The submission that was reviewed; null without one. */
  submissionId: string | null;
}

/** Decisions in flight: a second press of the button is the same decision, not a late one. */
const inFlightDecisions = new Map<string, Promise<UserDto>>();

function decide(decision: Decision): Promise<UserDto> {
  const key = JSON.stringify(decision);
  const { userId, ...body } = decision;
  const sending =
    inFlightDecisions.get(key) ??
    call(admin.decide, { params: { userId }, body })
      .then(({ data }) => data)
      .finally(() => inFlightDecisions.delete(key));
  inFlightDecisions.set(key, sending);
  return sending;
}

export function useDecision() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, Decision>({
    mutationFn: decide,
    onSuccess: refresh.changed,
    onError: (error, { userId }) => {
      if (isOutdated(error)) refresh.stale(userId);
    },
  });
}

export function useRoleChange() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, { userId: string; role: "investor" | "startup" }>({
    mutationFn: async ({ userId, role }) =>
      (await call(admin.changeRole, { params: { userId }, body: { role } })).data,
    onSuccess: refresh.changed,
    onError: (error, { userId }) => {
      if (isOutdated(error)) refresh.stale(userId);
    },
  });
}

export function useDeletion() {
  const refresh = useRefresh();
  return useMutation<string | undefined, ApiError, string>({
    mutationFn: async (userId) => (await call(admin.deleteUser, { params: { userId } })).message,
    onSuccess: (_message, userId) => refresh.gone(userId),
    onError: (error) => {
      if (isOutdated(error)) refresh.lists();
    },
  });
}

export interface NewAdministrator {
  name: string;
  email: string;
  phone?: string;
  password: string;
}

export function useCreation() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, NewAdministrator>({
    mutationFn: async (body) => (await call(admin.createSubAdmin, { body })).data,
    onSuccess: () => refresh.lists(),
  });
}
