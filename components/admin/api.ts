import { api, download, toApiError, type ApiResponse } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import type { VerificationStatus } from "@/lib/routes/policy";
import type {
  DuplicatesDto,
  Pagination,
  StatisticsDto,
  SubmissionDto,
  UserDto,
  UserSummaryDto,
} from "@/lib/users/dto";
import { userQuery, type UserFilters } from "./list-state";

/** The administrators' calls (product 7.3), typed. Each failure carries the server's words or the fallback of product 8. */
export interface UserList {
  users: UserSummaryDto[];
  pagination: Pagination;
}

export interface Decision {
  userId: string;
  status: Exclude<VerificationStatus, "pending">;
  rejectionReason?: string;
  /** What the reviewer saw: when it is no longer so, nothing is overwritten. */
  expectedStatus: VerificationStatus;
  /** The submission that was looked at; null when nothing was submitted. */
  submissionId: string | null;
}

export interface NewAdministrator {
  name: string;
  email: string;
  phone?: string;
  password: string;
}

const userPath = (userId: string, rest = "") => `/admin/users/${encodeURIComponent(userId)}${rest}`;

/** Runs a call so that it fails with words a person can read. An aborted call stays what it is. */
export async function withErrorMessage<T>(fallback: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw toApiError(error, fallback);
  }
}

/** A call that only reads. */
const read = <T>(url: string, fallback: string, signal?: AbortSignal): Promise<T> =>
  withErrorMessage(fallback, async () => (await api.get<ApiResponse<T>>(url, signal ? { signal } : {})).data);

export const listUsers = (filters: UserFilters, signal?: AbortSignal): Promise<UserList> =>
  withErrorMessage(fallbacks.loadUsers, async () => {
    const answer = await api.get<ApiResponse<UserSummaryDto[], { pagination: Pagination }>>(
      `/admin/users?${userQuery(filters)}`,
      signal ? { signal } : {},
    );
    return { users: answer.data, pagination: answer.pagination };
  });

/** How many there are: the smallest page, read for its total. */
export const countUsers = async (filters: UserFilters, signal?: AbortSignal): Promise<number> =>
  (await listUsers({ ...filters, page: 1, limit: 1 }, signal)).pagination.total;

export const getUser = (userId: string, signal?: AbortSignal) =>
  read<UserDto>(userPath(userId), fallbacks.loadUser, signal);

export const getStatistics = (signal?: AbortSignal) =>
  read<StatisticsDto>("/admin/statistics", fallbacks.loadUsers, signal);

/** Everything somebody has submitted, newest first. */
export const listSubmissions = (userId: string, signal?: AbortSignal) =>
  read<SubmissionDto[]>(userPath(userId, "/submissions"), fallbacks.loadUser, signal);

/** Others who gave the same numbers. */
export const listDuplicates = (userId: string, signal?: AbortSignal) =>
  read<DuplicatesDto>(userPath(userId, "/duplicates"), fallbacks.loadUser, signal);

/** The whole filtered list as a file, masked; page and limit mean nothing here. */
export const exportUsers = ({ page: _, limit: __, ...filters }: UserFilters): Promise<Blob> =>
  withErrorMessage("Could not export the list", () => download(`/admin/users/export?${userQuery(filters)}`));

/** The audit chain with its signed head, for whoever is to check it. */
export const exportAudit = (): Promise<Blob> =>
  withErrorMessage("Could not export the audit log", () => download("/admin/audit/export"));

export const deleteUser = (userId: string): Promise<string | undefined> =>
  withErrorMessage(
    fallbacks.deleteUser,
    async () => (await api.delete<ApiResponse>(userPath(userId))).message,
  );

export const changeRole = (userId: string, role: "investor" | "startup"): Promise<UserDto> =>
  withErrorMessage(
    fallbacks.updateRole,
    async () => (await api.patch<ApiResponse<UserDto>>(userPath(userId, "/role"), { role })).data,
  );

/** Decisions on their way, by what they say: a second press of the button is the same decision, not a late one. */
const inFlightDecisions = new Map<string, Promise<UserDto>>();

export function decideVerification(decision: Decision): Promise<UserDto> {
  const key = JSON.stringify(decision);
  const known = inFlightDecisions.get(key);
  if (known) return known;
  const { userId, ...body } = decision;
  const sending = withErrorMessage(
    fallbacks.updateStatus,
    async () => (await api.patch<ApiResponse<UserDto>>(userPath(userId, "/verification-status"), body)).data,
  ).finally(() => inFlightDecisions.delete(key));
  inFlightDecisions.set(key, sending);
  return sending;
}

/** One masked number in full. Every call is written into the audit log. */
export const revealNumber = (userId: string, field: string): Promise<string> =>
  withErrorMessage("Could not reveal the number", async () => {
    const answer = await api.post<ApiResponse<{ field: string; value: string }>>(
      userPath(userId, "/reveal"),
      {
        field,
      },
    );
    return answer.data.value;
  });

export const createAdministrator = (input: NewAdministrator): Promise<UserDto> =>
  withErrorMessage(
    fallbacks.createSubAdmin,
    async () => (await api.post<ApiResponse<UserDto>>("/admin/create-sub-admin", input)).data,
  );
