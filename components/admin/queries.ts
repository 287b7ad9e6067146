"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "@/lib/contract/client";
import type { DuplicatesDto, StatisticsDto, SubmissionDto, UserDto } from "@/lib/users/dto";
import {
  changeRole,
  countUsers,
  createAdministrator,
  decideVerification,
  deleteUser,
  getStatistics,
  getUser,
  listDuplicates,
  listSubmissions,
  listUsers,
  type Decision,
  type NewAdministrator,
  type UserList,
} from "./api";
import { adminKeys } from "./keys";
import type { UserFilters } from "./list-state";

const MINUTE = 60_000;

/** The cached reads and the changes of the back office. Freshness and retries are set once, in the shell's QueryProvider. */
export const useUsers = (filters: UserFilters, enabled = true) =>
  useQuery<UserList, ApiError>({
    queryKey: adminKeys.list(filters),
    queryFn: ({ signal }) => listUsers(filters, signal),
    // The old page stays in sight, dimmed, until the new one is there.
    placeholderData: keepPreviousData,
    // Others work on the same list: what is looked at is asked for again every minute (product 9: stale after a minute).
    refetchInterval: MINUTE,
    enabled,
  });

export const useUserCount = (filters: UserFilters, enabled = true) =>
  useQuery<number, ApiError>({
    queryKey: adminKeys.count(filters),
    queryFn: ({ signal }) => countUsers(filters, signal),
    refetchInterval: MINUTE,
    enabled,
  });

/** Asks again for every list and count on the screen: what failed for one has failed for its neighbours. */
export function useReloadUsers(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: adminKeys.users, type: "active" });
}

export const useUser = (userId: string) =>
  useQuery<UserDto, ApiError>({
    queryKey: adminKeys.user(userId),
    queryFn: ({ signal }) => getUser(userId, signal),
  });

export const useStatistics = () =>
  useQuery<StatisticsDto, ApiError>({
    queryKey: adminKeys.statistics,
    queryFn: ({ signal }) => getStatistics(signal),
    refetchInterval: MINUTE,
  });

export const useSubmissions = (userId: string) =>
  useQuery<SubmissionDto[], ApiError>({
    queryKey: adminKeys.submissions(userId),
    queryFn: ({ signal }) => listSubmissions(userId, signal),
  });

export const useDuplicates = (userId: string) =>
  useQuery<DuplicatesDto, ApiError>({
    queryKey: adminKeys.duplicates(userId),
    queryFn: ({ signal }) => listDuplicates(userId, signal),
  });

/**
 * What every change has in common: the person as answered, and all lists and counts anew (product 4.3). Nobody waits for the
 * lists: a change is done when the server says so.
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
      // The row goes at once: the dialog must not give the focus to what vanishes under it.
      client.setQueriesData<UserList>({ queryKey: adminKeys.lists }, (list) =>
        list ? { ...list, users: list.users.filter(({ _id }) => _id !== userId) } : list,
      );
      lists();
    },
  };
}

/** Refused because somebody else was first, or because the person is gone: what is shown here is old. */
const isOutdated = (error: ApiError) => error.status === 409 || error.status === 404;

export function useDecision() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, Decision>({
    mutationFn: decideVerification,
    onSuccess: refresh.changed,
    onError: (error, { userId }) => {
      if (isOutdated(error)) refresh.stale(userId);
    },
  });
}

export function useRoleChange() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, { userId: string; role: "investor" | "startup" }>({
    mutationFn: ({ userId, role }) => changeRole(userId, role),
    onSuccess: refresh.changed,
    onError: (error, { userId }) => {
      if (isOutdated(error)) refresh.stale(userId);
    },
  });
}

export function useDeletion() {
  const refresh = useRefresh();
  return useMutation<string | undefined, ApiError, string>({
    mutationFn: deleteUser,
    onSuccess: (_message, userId) => refresh.gone(userId),
    onError: (error) => {
      if (isOutdated(error)) refresh.lists();
    },
  });
}

export function useCreation() {
  const refresh = useRefresh();
  return useMutation<UserDto, ApiError, NewAdministrator>({
    mutationFn: createAdministrator,
    onSuccess: () => refresh.lists(),
  });
}
