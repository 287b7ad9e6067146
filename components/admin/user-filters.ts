import type { VerificationStatus } from "@/lib/routes/policy";

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

/** The query of the call. Search text is trimmed; what is empty is not sent (product 5.6). */
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

/** What an address bar can say about a list of users. */
export interface ListState {
  status: StatusFilter;
  role: RoleFilter;
  q: string;
  page: number;
  limit: number;
  /** Also those who submitted nothing. */
  includeUnsubmitted: boolean;
}

/** Investors who wait for a decision: what a reviewer comes for (product 2.12). */
export const queueDefaults: ListState = {
  status: "pending",
  role: "investor",
  q: "",
  page: 1,
  limit: 20,
  includeUnsubmitted: false,
};
/** Manage Users (product 2.11). */
export const usersDefaults: ListState = { ...queueDefaults, status: "all", role: "all" };

/** What a list asks the API for; administrators stand in neither. */
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

/** Reads a list's state from the address; whatever makes no sense counts as not said. */
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

/** The query that says the same; defaults are left out, so that addresses stay short. */
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
