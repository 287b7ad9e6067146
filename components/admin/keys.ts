import type { ListFilters } from "./list-state";

/** The query keys of the back office. Lists and counts share a root, so that they are invalidated together. */
export const adminKeys = {
  users: ["admin", "users"] as const,
  lists: ["admin", "users", "list"] as const,
  list: (filters: ListFilters) => ["admin", "users", "list", filters] as const,
  count: (filters: ListFilters) => ["admin", "users", "count", filters] as const,
  statistics: ["admin", "users", "statistics"] as const,
  submissions: (userId: string) => ["admin", "user", userId, "submissions"] as const,
  duplicates: (userId: string) => ["admin", "user", userId, "duplicates"] as const,
  duplicatePair: (userId: string, otherId: string) =>
    ["admin", "user", userId, "duplicates", otherId] as const,
  screening: (userId: string) => ["admin", "user", userId, "screening"] as const,
  watchlists: ["admin", "watchlists"] as const,
  checks: (userId: string) => ["admin", "user", userId, "checks"] as const,
  identityChecks: (userId: string) => ["admin", "user", userId, "identity-checks"] as const,
  guardian: (userId: string) => ["admin", "user", userId, "guardian"] as const,
  risks: (userId: string) => ["admin", "user", userId, "risks"] as const,
  case: (userId: string) => ["admin", "user", userId, "case"] as const,
  parts: (userId: string) => ["admin", "user", userId, "parts"] as const,
  timeline: (userId: string) => ["admin", "user", userId, "timeline"] as const,
  reviewers: ["admin", "reviewers"] as const,
  securityEvents: (userId: string) => ["admin", "user", userId, "security-events"] as const,
  user: (userId: string) => ["admin", "user", userId] as const,
  carousel: ["admin", "carousel"] as const,
};
