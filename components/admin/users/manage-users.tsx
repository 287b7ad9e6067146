"use client";

import { SearchX, UsersRound } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { ExportButton } from "../export-button";
import { useUserCount, useUsers } from "../queries";
import { StatTile } from "../stat-tile";
import { useListState } from "../use-list-state";
import { UsersFailure } from "../users-failure";
import { toUserFilters, usersDefaults, type ListState } from "../user-filters";
import { UserTableSkeleton } from "../user-table";
import { UserDialogs } from "./user-dialogs";
import { useUserAction } from "./use-user-action";
import { UserFilterBar } from "./user-filter-bar";
import { UserPager } from "./user-pager";
import { ManagedUsersHead, ManagedUsersTable } from "./managed-users-table";

/** Everybody but administrators: find, look, change, remove (product 2.11). */
export function ManageUsers() {
  const { state, change } = useListState(usersDefaults);
  const action = useUserAction();
  const submitted = state.includeUnsubmitted ? {} : { onlySubmitted: true };
  const users = useUsers(toUserFilters(state));
  const { data, isPlaceholderData } = users;
  const total = useUserCount({ excludeAdmin: true, ...submitted });
  const investors = useUserCount({ role: "investor", excludeAdmin: true, ...submitted });
  const startups = useUserCount({ role: "startup", excludeAdmin: true, ...submitted });

  // The last row of the last page was deleted: there is a page before it.
  const pages = data?.pagination.pages ?? 0;
  const clamp = useEffectEvent(() => change({ page: pages }));
  const beyond = !isPlaceholderData && pages > 0 && state.page > pages;
  useEffect(() => {
    if (beyond) clamp();
  }, [beyond]);

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Manage Users" aside={<ExportButton filters={toUserFilters(state)} />}>
        Find users, check their verification status, and edit or delete accounts.
      </PageHeading>
      <dl className="grid grid-cols-3 gap-3">
        <StatTile title="Total" query={total} />
        <StatTile title="Investors" query={investors} />
        <StatTile title="Startups" query={startups} />
      </dl>
      <p className="-mt-3 text-sm text-muted">
        {state.includeUnsubmitted
          ? "Everyone with an account, except administrators."
          : "Users who have submitted a verification. Tick Show All Users to include everyone."}
      </p>
      <UserFilterBar state={state} onChange={change} />

      {data && data.users.length > 0 ? (
        <>
          <ManagedUsersTable users={data.users} dimmed={isPlaceholderData} onAction={action.open} />
          <UserPager
            state={state}
            shown={data.users.length}
            total={data.pagination.total}
            pages={pages}
            busy={isPlaceholderData}
            onChange={change}
          />
        </>
      ) : data && !beyond ? (
        <NobodyHere state={state} onChange={change} />
      ) : users.isError ? (
        <UsersFailure query={users} />
      ) : (
        <UserTableSkeleton rows={8} head={<ManagedUsersHead />} />
      )}
      <UserDialogs action={action} />
    </div>
  );
}

function NobodyHere({
  state,
  onChange,
}: {
  state: ListState;
  onChange: (changes: Partial<ListState>) => void;
}) {
  const filtered = state.q !== "" || state.status !== "all" || state.role !== "all";
  return (
    <EmptyState
      title="No users found"
      icon={filtered ? <SearchX className="size-6" /> : <UsersRound className="size-6" />}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {filtered && (
            <Button variant="secondary" onClick={() => onChange({ q: "", status: "all", role: "all" })}>
              Clear search and filters
            </Button>
          )}
          {!state.includeUnsubmitted && (
            <Button variant="secondary" onClick={() => onChange({ includeUnsubmitted: true })}>
              Show all users
            </Button>
          )}
        </div>
      }
    >
      {filtered
        ? "No users match this search and these filters."
        : state.includeUnsubmitted
          ? "New users appear here as soon as they register."
          : "No one has submitted a verification yet. Users who have only registered are hidden."}
    </EmptyState>
  );
}
