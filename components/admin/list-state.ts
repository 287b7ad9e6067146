import type { VerificationStatus } from "@/lib/roles";

/** What `GET /admin/users` can be asked for (product 7.3). */
export interface UserFilters {
  page?: number;
  limit?: number;
  status?: VerificationStatus;
  q?: string;
  role?: "investor" | "startup" | "all" | "admin";
  excludeAdmin?: boolean;
  onlySubmitted?: boolean;
}

/** The query of the call. Search text is trimmed; an empty search is not sent (product 5.6). */
export function userQuery(filters: UserFilters): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) {
    const text = value === undefined || value === false ? "" : String(value).trim();
    if (text) query.set(key, text);
  }
  return query.toString();
}

export const statusFilters = ["all", "pending", "approved", "rejected"] as const;
export type StatusFilter = (typeof statusFilters)[number];
export const roleFilters = ["all", "investor", "startup"] as const;
export type RoleFilter = (typeof roleFilters)[number];

/** The part of a list's state that is in the address. */
export interface ListState {
  status: StatusFilter;
  role: RoleFilter;
  q: string;
  page: number;
  limit: number;
  /** Also users who have not submitted anything. */
  includeUnsubmitted: boolean;
}

/** Pending investors: the queue's default (product 2.12). */
export const queueDefaults: ListState = {
  status: "pending",
  role: "investor",
  q: "",
  page: 1,
  limit: 20,
  includeUnsubmitted: false,
};
/** Manage Users (product 2.11), and Manage Administrators, which has a search only. */
export const usersDefaults: ListState = { ...queueDefaults, status: "all", role: "all" };

/** The users that the counters above Manage Users count: all or only those with a submission, whatever the other filters are. */
export function countedUsers({ includeUnsubmitted }: Pick<ListState, "includeUnsubmitted">) {
  const base: UserFilters = { excludeAdmin: true, ...(!includeUnsubmitted && { onlySubmitted: true }) };
  return {
    total: base,
    investors: { ...base, role: "investor" },
    startups: { ...base, role: "startup" },
  } as const;
}

/** The submissions that the counters above the queue count. */
export function queueCounts(role: RoleFilter) {
  const base: UserFilters = { role, onlySubmitted: true, excludeAdmin: true };
  return {
    all: base,
    pending: { ...base, status: "pending" },
    approved: { ...base, status: "approved" },
    rejected: { ...base, status: "rejected" },
  } as const;
}

/** What the screens ask the API for, so that the server can read the same before the page is sent. */
export const recentUsers = (isSuper: boolean): UserFilters => ({ page: 1, limit: 5, excludeAdmin: !isSuper });
export const administrators = (q: string): UserFilters => ({ page: 1, limit: 100, role: "admin", q });

/** The API's filters for a list's state; administrators are in neither list. */
export const toUserFilters = (state: ListState): UserFilters => ({
  page: state.page,
  limit: state.limit,
  ...(state.status !== "all" && { status: state.status }),
  role: state.role,
  q: state.q,
  excludeAdmin: true,
  ...(!state.includeUnsubmitted && { onlySubmitted: true }),
});

export const pageSizes = [10, 20, 50] as const;
const MAX_SEARCH = 100;

const oneOf = <T extends string>(values: readonly T[], given: string | null, otherwise: T): T =>
  values.find((value) => value === given) ?? otherwise;

/** Reads a list's state from the address; values that make no sense are ignored. */
export function parseListState(query: URLSearchParams, defaults: ListState): ListState {
  const page = Number(query.get("page"));
  const limit = Number(query.get("limit"));
  return {
    status: oneOf(statusFilters, query.get("status"), defaults.status),
    role: oneOf(roleFilters, query.get("role"), defaults.role),
    q: (query.get("q") ?? "").trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1,
    limit: pageSizes.find((size) => size === limit) ?? defaults.limit,
    includeUnsubmitted: query.get("everyone") === "1",
  };
}

/** The query of the address; defaults are left out. */
export function serializeListState(state: ListState, defaults: ListState): string {
  const query = new URLSearchParams();
  if (state.role !== defaults.role) query.set("role", state.role);
  if (state.status !== defaults.status) query.set("status", state.status);
  if (state.q) query.set("q", state.q);
  if (state.includeUnsubmitted) query.set("everyone", "1");
  if (state.limit !== defaults.limit) query.set("limit", String(state.limit));
  if (state.page > 1) query.set("page", String(state.page));
  return query.toString();
}
