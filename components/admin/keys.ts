import type { ListFilters } from "./list-state";

/** The query keys of the back office. Lists and counts share a root, so that they are invalidated together. */
export const adminKeys = {
  users: ["admin", "users"] as const,
  lists: ["admin", "users", "list"] as const,
  list: (filters: ListFilters) => ["admin", "users", "list", filters] as const,
  count: (filters: ListFilters) => ["admin", "users", "count", filters] as const,
  statistics: ["admin", "users", "statistics"] as const,
  review: (userId: string) => ["admin", "user", userId, "review"] as const,
  duplicatePair: (userId: string, otherId: string) =>
    ["admin", "user", userId, "duplicates", otherId] as const,
  watchlists: ["admin", "watchlists"] as const,
  reviewers: ["admin", "reviewers"] as const,
  securityEvents: (userId: string) => ["admin", "user", userId, "security-events"] as const,
  user: (userId: string) => ["admin", "user", userId] as const,
  carousel: ["admin", "carousel"] as const,
  plans: ["admin", "plans"] as const,
  investments: ["admin", "investments"] as const,
  payments: ["admin", "payments"] as const,
  acts: ["admin", "acts"] as const,
  apiKeys: ["admin", "api-keys"] as const,
  webhooks: ["admin", "webhooks"] as const,
  deliveries: (id: string, filter: string) => ["admin", "webhooks", id, filter] as const,
  alerts: ["admin", "alerts"] as const,
  suspicions: ["admin", "suspicions"] as const,
  reviewDates: ["admin", "review-dates"] as const,
  dueDiligence: ["admin", "due-diligence"] as const,
  due: ["admin", "payouts", "due"] as const,
  payoutBatches: ["admin", "payouts", "batches"] as const,
};
