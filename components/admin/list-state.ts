import { caseMarkNames, caseMarks, type CaseMark } from "@/lib/review/cases/mark-rules";
import type { AssignmentFilter, CaseListQuery, CaseOrder } from "@/lib/review/cases/schema";
import type { UserListQuery } from "@/lib/users/admin-schema";

/** The query of `GET /admin/users` (product 7.3). */
export type UserFilters = Partial<UserListQuery>;

/** The query of `GET /admin/cases` (product 10.15). */
export type CaseFilters = Omit<CaseListQuery, "q"> & { q: string };
export type ListFilters = UserFilters | CaseFilters;

/** The options of the filters (product 2.11, 2.12). */
export const statusOptions = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;
/** The queue can also list submissions returned for changes; their status is "rejected". */
export const queueStatusOptions = [...statusOptions, { value: "changes", label: "Changes asked" }] as const;
export const roleOptions = [
  { value: "all", label: "All Roles" },
  { value: "investor", label: "Investor" },
  { value: "startup", label: "Startup" },
] as const;
export const assignmentOptions = [
  { value: "all", label: "All cases" },
  { value: "unclaimed", label: "Unclaimed" },
  { value: "mine", label: "Mine" },
] as const satisfies { value: AssignmentFilter; label: string }[];
export const orderOptions = [
  { value: "waiting", label: "Oldest first" },
  { value: "newest", label: "Newest first" },
  { value: "deadline", label: "Deadline" },
] as const satisfies { value: CaseOrder; label: string }[];
export const markOptions = [
  { value: "all", label: "All marks" },
  ...caseMarkNames.map((mark) => ({ value: mark, label: caseMarks[mark].label })),
] as const satisfies { value: CaseMark | "all"; label: string }[];
export const pageSizes = [10, 20, 50] as const;

export type StatusFilter = (typeof queueStatusOptions)[number]["value"];
export type RoleFilter = (typeof roleOptions)[number]["value"];

/** The state of a list in the page's address. */
export interface ListState {
  status: StatusFilter;
  role: RoleFilter;
  q: string;
  page: number;
  limit: number;
  /** Whether users who have submitted nothing are listed too. */
  includeUnsubmitted: boolean;
  /** The filter of the queue's pending submissions by assignment; null in the lists of users. */
  assignment: AssignmentFilter | null;
  /** The filter of the queue's pending submissions by mark. */
  mark: CaseMark | "all";
  order: CaseOrder;
}

/** The default state of the queue, which lists pending investors (product 2.12). */
export const queueDefaults: ListState = {
  status: "pending",
  role: "investor",
  q: "",
  page: 1,
  limit: 20,
  includeUnsubmitted: false,
  assignment: "all",
  mark: "all",
  order: "waiting",
};
/** The defaults of Manage Users (product 2.11), and of Manage Administrators, which has only a search. */
export const usersDefaults: ListState = { ...queueDefaults, status: "all", role: "all", assignment: null };

/** Returns the filters of the counters above Manage Users, by title. They ignore the filters of the list. */
export function userCounts({ includeUnsubmitted }: ListState): Record<string, UserFilters> {
  const base: UserFilters = { excludeAdmin: true, ...(!includeUnsubmitted && { onlySubmitted: true }) };
  return { Total: base, Investors: { ...base, role: "investor" }, Startups: { ...base, role: "startup" } };
}

const toStatus = (status: StatusFilter): UserFilters =>
  status === "all" ? {} : status === "changes" ? { status: "rejected", changesRequested: true } : { status };

/** Returns the filters of a counter above the queue. */
export const queueCount = (role: RoleFilter, status: StatusFilter): UserFilters => ({
  role,
  onlySubmitted: true,
  excludeAdmin: true,
  ...toStatus(status),
});

const openCases: CaseFilters = {
  assignment: "all",
  order: "deadline",
  role: "all",
  q: "",
  page: 1,
  limit: 1,
};
/** The open tasks that the dashboard counts; each leads to the queue with these filters. */
export const todoCounts = {
  late: { ...openCases, mark: "late" },
  dueToday: { ...openCases, mark: "due_today" },
  waiting: openCases,
  mine: { ...openCases, assignment: "mine" },
} as const satisfies Record<string, CaseFilters>;

export const recentUsers = (isSuper: boolean): UserFilters => ({ page: 1, limit: 5, excludeAdmin: !isSuper });
export const administrators = (q: string): UserFilters => ({ page: 1, limit: 100, role: "admin", q });

/** Returns the filters of "GET /admin/users" for the state of a list without administrators. */
export const toUserFilters = (state: ListState): UserFilters => ({
  page: state.page,
  limit: state.limit,
  ...toStatus(state.status),
  role: state.role,
  q: state.q,
  excludeAdmin: true,
  ...(!state.includeUnsubmitted && { onlySubmitted: true }),
});

/** Returns the API's filters for the state of a list: the queue's pending submissions are cases. */
export const toListFilters = (state: ListState): ListFilters =>
  state.assignment && state.status === "pending"
    ? {
        assignment: state.assignment,
        order: state.order,
        role: state.role,
        q: state.q,
        page: state.page,
        limit: state.limit,
        ...(state.mark !== "all" && { mark: state.mark }),
      }
    : toUserFilters(state);

/** Returns the filters of the queue's export, which contains all pages. */
export const toExportFilters = (state: ListState) => ({
  ...toStatus(state.status),
  role: state.role,
  q: state.q,
  ...(state.status === "pending" && {
    assignment: state.assignment ?? "all",
    ...(state.mark !== "all" && { mark: state.mark }),
  }),
});

const MAX_SEARCH = 100;

const findOption = <T extends string>(
  options: readonly { value: T }[],
  value: string | null,
  fallback: T,
): T => options.find((option) => option.value === value)?.value ?? fallback;

/** Parses a list's state from the query of the address; invalid values are replaced with the defaults. */
export function parseListState(query: URLSearchParams, defaults: ListState): ListState {
  const page = Number(query.get("page"));
  const limit = Number(query.get("limit"));
  return {
    status: findOption(
      defaults.assignment ? queueStatusOptions : statusOptions,
      query.get("status"),
      defaults.status,
    ),
    role: findOption(roleOptions, query.get("role"), defaults.role),
    q: (query.get("q") ?? "").trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1,
    limit: pageSizes.find((size) => size === limit) ?? defaults.limit,
    includeUnsubmitted: query.get("everyone") === "1",
    assignment:
      defaults.assignment && findOption(assignmentOptions, query.get("assignment"), defaults.assignment),
    mark: defaults.assignment ? findOption(markOptions, query.get("mark"), defaults.mark) : "all",
    order: findOption(orderOptions, query.get("order"), defaults.order),
  };
}

/** Returns the query of the address, without default values. */
export function serializeListState(state: ListState, defaults: ListState): string {
  const query = new URLSearchParams();
  if (state.role !== defaults.role) query.set("role", state.role);
  if (state.status !== defaults.status) query.set("status", state.status);
  if (state.q) query.set("q", state.q);
  if (state.includeUnsubmitted) query.set("everyone", "1");
  if (state.assignment && state.assignment !== defaults.assignment) query.set("assignment", state.assignment);
  if (state.mark !== defaults.mark) query.set("mark", state.mark);
  if (state.order !== defaults.order) query.set("order", state.order);
  if (state.limit !== defaults.limit) query.set("limit", String(state.limit));
  if (state.page > 1) query.set("page", String(state.page));
  return query.toString();
}

/** Returns the query of the address after a change of the list's present state. Only a change of the page leaves page 1. */
export const changeListState = (present: string, changes: Partial<ListState>, defaults: ListState): string =>
  serializeListState(
    { ...parseListState(new URLSearchParams(present), defaults), page: 1, ...changes },
    defaults,
  );
