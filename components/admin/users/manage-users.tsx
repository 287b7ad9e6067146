"use client";

import { SearchX, UsersRound } from "lucide-react";
import { useMemo } from "react";
import { DataList } from "@/components/data-table/data-list";
import { cellClass } from "@/components/data-table/data-table";
import { FilterSelect } from "@/components/data-table/filter-select";
import { SearchField } from "@/components/data-table/search-field";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/choice";
import { EmptyState } from "@/components/ui/states";
import type { UserSummaryDto } from "@/lib/users/dto";
import { ExportButton } from "../export-button";
import { roleOptions, statusOptions } from "../filter-options";
import { countedUsers, pageSizes, toUserFilters, usersDefaults, type ListState } from "../list-state";
import { useUserCount } from "../queries";
import { StatTile } from "../stat-tile";
import { useListState } from "../use-list-state";
import { summarize, useUserList } from "../use-user-list";
import { emailColumn, joinedColumn, nameColumn, roleColumn, statusColumn, userKey } from "../user-columns";
import { UserDialogs } from "./user-dialogs";
import { useUserAction } from "./use-user-action";
import { UserRowMenu } from "./user-row-menu";

/** All users except administrators: find, view, change, delete (product 2.11). */
export function ManageUsers() {
  const { state, change } = useListState(usersDefaults);
  const action = useUserAction();
  const { open } = action;
  const columns = useMemo(
    () => [
      { ...nameColumn, className: `${cellClass.primary} pr-12 sm:pr-2.5` },
      emailColumn,
      roleColumn,
      statusColumn,
      joinedColumn,
      {
        title: "ACTIONS",
        label: null,
        className: cellClass.menu,
        cell: (user: UserSummaryDto) => <UserRowMenu user={user} onAction={open} />,
      },
    ],
    [open],
  );
  const { list, pagination } = useUserList(toUserFilters(state));
  const counted = countedUsers(state);
  const total = useUserCount(counted.total);
  const investors = useUserCount(counted.investors);
  const startups = useUserCount(counted.startups);

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
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
        <SearchField
          label="Search"
          placeholder="Name, email, phone..."
          value={state.q}
          onSearch={(q) => change({ q })}
          className="col-span-2 sm:col-span-1"
        />
        <FilterSelect
          label="Status"
          value={state.status}
          options={statusOptions}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label="Role"
          value={state.role}
          options={roleOptions}
          onChange={(role) => change({ role })}
        />
        <Checkbox
          label="Show All Users (including unsubmitted)"
          checked={state.includeUnsubmitted}
          onChange={(event) => change({ includeUnsubmitted: event.target.checked })}
          className="col-span-2 justify-self-start sm:col-span-3"
        />
      </div>

      <DataList
        label="Users"
        columns={columns}
        rowKey={userKey}
        list={list}
        empty={<NoUsers state={state} onChange={change} />}
        paging={{
          page: state.page,
          pages: pagination.pages,
          limit: state.limit,
          sizes: pageSizes,
          summary: summarize(list.rows?.length ?? 0, pagination),
          onChange: change,
        }}
      />
      <UserDialogs action={action} />
    </div>
  );
}

function NoUsers({ state, onChange }: { state: ListState; onChange: (changes: Partial<ListState>) => void }) {
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
