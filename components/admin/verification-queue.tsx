"use client";

import { ClipboardCheck, Keyboard, SearchX } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { Pagination } from "@/components/ui/pagination";
import { EmptyState } from "@/components/ui/states";
import { ExportButton } from "./export-button";
import { FilterSelect, roleOptions } from "./filter-select";
import { formatCount } from "./labels";
import { useUsers } from "./queries";
import { QueueCounters } from "./queue-counters";
import { SearchField } from "./search-field";
import { listKeys, Shortcuts } from "./review/shortcuts";
import { useListKeys } from "./use-list-keys";
import { useListState } from "./use-list-state";
import { UsersFailure } from "./users-failure";
import { toUserFilters, queueDefaults, type ListState } from "./user-filters";
import { UserTable, UserTableSkeleton } from "./user-table";

const people = { all: "submissions", investor: "investor submissions", startup: "startup submissions" };

export function VerificationQueue() {
  const { state, change } = useListState(queueDefaults);
  const [help, setHelp] = useState(false);
  useListKeys(() => setHelp(true));
  const users = useUsers(toUserFilters(state));
  const { data, isPlaceholderData } = users;

  // The last row of the last page was decided upon: there is a page before it.
  const pages = data?.pagination.pages ?? 0;
  const clamp = useEffectEvent(() => change({ page: pages }));
  const beyond = !isPlaceholderData && pages > 0 && state.page > pages;
  useEffect(() => {
    if (beyond) clamp();
  }, [beyond]);

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Verification"
        aside={
          <div className="flex gap-2">
            <IconButton
              label="Keyboard shortcuts (?)"
              onClick={() => setHelp(true)}
              className="hidden lg:inline-grid"
            >
              <Keyboard aria-hidden className="size-5" />
            </IconButton>
            <ExportButton filters={toUserFilters(state)} />
          </div>
        }
      >
        Open a submission, check the answers against the documents, then approve or reject it.
      </PageHeading>

      <QueueCounters role={state.role} status={state.status} onStatus={(status) => change({ status })} />

      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField
          label="Search"
          placeholder="Name, email, phone..."
          value={state.q}
          onSearch={(q) => change({ q })}
        />
        <FilterSelect
          label="Role"
          value={state.role}
          options={roleOptions}
          onChange={(role) => change({ role })}
        />
      </div>

      {data && data.users.length > 0 ? (
        <>
          <UserTable label="Verification queue" users={data.users} dimmed={isPlaceholderData} />
          <Pagination
            page={state.page}
            pages={pages}
            busy={isPlaceholderData}
            summary={`Showing ${formatCount(data.users.length)} of ${formatCount(data.pagination.total)} users`}
            onPage={(page) => {
              change({ page });
              window.scrollTo({ top: 0, behavior: "instant" });
            }}
          />
        </>
      ) : data && !beyond ? (
        <NothingHere state={state} onReset={change} />
      ) : users.isError ? (
        <UsersFailure query={users} />
      ) : (
        <UserTableSkeleton rows={8} />
      )}
      <Shortcuts keys={listKeys} open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

function NothingHere({
  state,
  onReset,
}: {
  state: ListState;
  onReset: (changes: Partial<ListState>) => void;
}) {
  if (state.q) {
    return (
      <EmptyState
        title={`No results for "${state.q}"`}
        icon={<SearchX className="size-6" />}
        action={
          <Button variant="secondary" onClick={() => onReset({ q: "", status: "all", role: "all" })}>
            Clear search and filters
          </Button>
        }
      >
        Try part of a name, email address or phone number, or change the status or role filter.
      </EmptyState>
    );
  }
  if (state.status === "pending") {
    return (
      <EmptyState
        title="The queue is empty"
        icon={<ClipboardCheck className="size-6" />}
        action={
          state.role === "all" ? undefined : (
            <Button variant="secondary" onClick={() => onReset({ role: "all" })}>
              Show all roles
            </Button>
          )
        }
      >
        No {people[state.role]} are awaiting a decision. New submissions appear here as they arrive.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No submissions found"
      action={
        <Button variant="secondary" onClick={() => onReset({ status: "pending" })}>
          Show pending
        </Button>
      }
    >
      There are no {state.status === "all" ? "" : `${state.status} `}
      {people[state.role]} yet.
    </EmptyState>
  );
}
