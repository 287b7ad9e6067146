"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { call, type ApiError } from "@/lib/contract/client";
import { review } from "@/lib/contract/endpoints/review";
import type { DuplicatesDto } from "@/lib/users/dto";
import type { SubmissionDto } from "@/lib/verification/dto";
import type { GuardianDto } from "@/lib/account/guardian/schema";
import type { requestChangesSchema } from "@/lib/review/decisions/part-schema";
import type { duplicateDecisionSchema } from "@/lib/review/duplicates/schema";
import type {
  IdentityChecksDto,
  askIdentitySchema,
  manualCheckSchema,
} from "@/lib/review/identity-checks/schema";
import type { CheckDto } from "@/lib/review/checks/schema";
import { adminKeys } from "../keys";
import type { TimelineEntryDto } from "@/lib/review/cases/schema";
import { useUserMutation } from "../queries";

/** The cached queries and the mutations of a review. */
export const submissionsQuery = (userId: string) =>
  queryOptions<SubmissionDto[], ApiError>({
    queryKey: adminKeys.submissions(userId),
    queryFn: async ({ signal }) => (await call(review.listSubmissions, { params: { userId }, signal })).data,
  });

export const useSubmissions = (userId: string) => useQuery(submissionsQuery(userId));

export const duplicatesQuery = (userId: string) =>
  queryOptions<DuplicatesDto, ApiError>({
    queryKey: adminKeys.duplicates(userId),
    queryFn: async ({ signal }) => (await call(review.listDuplicates, { params: { userId }, signal })).data,
  });
export const useDuplicates = (userId: string, enabled = true) =>
  useQuery({ ...duplicatesQuery(userId), enabled });

/** Loads the other user among a user's duplicates; the result is empty if they have nothing in common. */
export const useDuplicatePair = (userId: string, otherId: string) =>
  useQuery<DuplicatesDto, ApiError>({
    queryKey: adminKeys.duplicatePair(userId, otherId),
    queryFn: async ({ signal }) =>
      (await call(review.listDuplicates, { params: { userId }, query: { with: otherId }, signal })).data,
  });

export function useDuplicateDecision(userId: string) {
  const client = useQueryClient();
  return useMutation<DuplicatesDto, ApiError, z.input<typeof duplicateDecisionSchema>>({
    mutationFn: async (body) => (await call(review.decideOnDuplicate, { params: { userId }, body })).data,
    onSettled: (_data, _error, { otherId }) => {
      for (const id of otherId ? [userId, otherId] : [userId]) {
        void client.invalidateQueries({ queryKey: adminKeys.timeline(id) });
        void client.invalidateQueries({ queryKey: adminKeys.duplicates(id) });
      }
    },
    onSuccess: (data) => client.setQueryData(adminKeys.duplicates(userId), data),
  });
}

export const checksQuery = (userId: string) =>
  queryOptions<CheckDto[], ApiError>({
    queryKey: adminKeys.checks(userId),
    queryFn: async ({ signal }) => (await call(review.listChecks, { params: { userId }, signal })).data,
  });
export const useChecks = (userId: string) => useQuery(checksQuery(userId));

const WAITING_MS = 2_000;

export const identityChecksQuery = (userId: string) =>
  queryOptions<IdentityChecksDto, ApiError>({
    queryKey: adminKeys.identityChecks(userId),
    queryFn: async ({ signal }) =>
      (await call(review.listIdentityChecks, { params: { userId }, signal })).data,
    // The checks are loaded again until the provider has answered or is given up.
    refetchInterval: ({ state }) =>
      state.data?.checks.some((check) => check.state === "waiting") ? WAITING_MS : false,
  });
export const useIdentityChecks = (userId: string) => useQuery(identityChecksQuery(userId));

function useIdentityMutation<Input>(userId: string, send: (input: Input) => Promise<IdentityChecksDto>) {
  const client = useQueryClient();
  return useMutation<IdentityChecksDto, ApiError, Input>({
    mutationFn: send,
    onSuccess: (data) => client.setQueryData(adminKeys.identityChecks(userId), data),
    onError: () => void client.invalidateQueries({ queryKey: adminKeys.identityChecks(userId) }),
    onSettled: () => void client.invalidateQueries({ queryKey: adminKeys.timeline(userId) }),
  });
}

export const useIdentityQuestion = (userId: string) =>
  useIdentityMutation(
    userId,
    async (body: z.input<typeof askIdentitySchema>) =>
      (await call(review.askAboutIdentity, { params: { userId }, body })).data,
  );

export const useManualCheck = (userId: string) =>
  useIdentityMutation(
    userId,
    async (body: z.input<typeof manualCheckSchema>) =>
      (await call(review.recordManualCheck, { params: { userId }, body })).data,
  );

export const guardianQuery = (userId: string) =>
  queryOptions<GuardianDto, ApiError>({
    queryKey: adminKeys.guardian(userId),
    queryFn: async ({ signal }) => (await call(review.getGuardian, { params: { userId }, signal })).data,
  });
export const useGuardian = (userId: string) => useQuery(guardianQuery(userId));

export const useChangeRequest = () =>
  useUserMutation(
    async ({ userId, ...body }: { userId: string } & z.input<typeof requestChangesSchema>) =>
      (await call(review.requestChanges, { params: { userId }, body })).data,
  );

export const timelineQuery = (userId: string) =>
  queryOptions<TimelineEntryDto[], ApiError>({
    queryKey: adminKeys.timeline(userId),
    queryFn: async ({ signal }) => (await call(review.listTimeline, { params: { userId }, signal })).data,
  });
export const useTimeline = (userId: string) => useQuery(timelineQuery(userId));

export function useAddNote(userId: string) {
  const client = useQueryClient();
  return useMutation<string | undefined, ApiError, { text: string; mentions: string[] }>({
    mutationFn: async (body) => (await call(review.addNote, { params: { userId }, body })).message,
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.timeline(userId) }),
  });
}
