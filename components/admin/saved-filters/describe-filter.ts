import type { SavedQuery } from "@/lib/review/saved-filters/schema";
import { assignmentOptions, orderOptions, roleOptions, statusOptions, type ListState } from "../list-state";

/** What is saved of the filters: all but the search text and the page. */
export const toSavedQuery = ({ status, role, assignment, order }: ListState): SavedQuery => ({
  status,
  role,
  assignment: assignment ?? "all",
  order,
});

/** `Pending, Startup, Unclaimed, Deadline`; only pending submissions have a reviewer and an order. */
export function describeFilter({ status, role, assignment, order }: SavedQuery): string {
  const label = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  return [
    status === "all" ? "All statuses" : label(statusOptions, status),
    label(roleOptions, role),
    ...(status === "pending" ? [label(assignmentOptions, assignment), label(orderOptions, order)] : []),
  ].join(", ");
}

export const isSameFilter = (one: SavedQuery, other: SavedQuery): boolean =>
  describeFilter(one) === describeFilter(other);
