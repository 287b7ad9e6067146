"use client";

import { ClipboardCheck, Keyboard, SearchX } from "lucide-react";
import { useState } from "react";
import { DataList } from "@/components/data-table/data-list";
import { FilterSelect } from "@/components/data-table/filter-select";
import { SearchField } from "@/components/data-table/search-field";
import { Button, IconButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { ExportButton } from "./export-button";
import { roleOptions } from "./filter-options";
import { queueDefaults, toUserFilters, type ListState } from "./list-state";
import { QueueCounters } from "./queue-counters";
import { listKeys, Shortcuts } from "./review/shortcuts";
import { useListKeys } from "./use-list-keys";
import { useListState } from "./use-list-state";
import { summarize, useUserList } from "./use-user-list";
import { reviewColumns, userKey } from "./user-columns";

/** Submissions awaiting a decision (product 2.12). */
export function VerificationQueue() {
  const { state, change } = useListState(queueDefaults);
  const [help, setHelp] = useState(false);
  useListKeys(() => setHelp(true));
  const { list, pagination } = useUserList(toUserFilters(state));

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

      <DataList
        label="Verification queue"
        columns={reviewColumns}
        rowKey={userKey}
        list={list}
        empty={<EmptyQueue state={state} onReset={change} />}
        paging={{
          page: state.page,
          pages: pagination.pages,
          limit: state.limit,
          summary: summarize(list.rows?.length ?? 0, pagination),
          onChange: change,
        }}
      />
      <Shortcuts keys={listKeys} open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

const submissions = {
  all: "submissions",
  investor: "investor submissions",
  startup: "startup submissions",
};

function EmptyQueue({
  state,
  onReset,
}: {
  state: ListState;
  onReset: (changes: Partial<ListState>) => void;
}) {
  if (state.q)
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
  if (state.status === "pending")
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
        No {submissions[state.role]} are awaiting a decision. New submissions appear here as they arrive.
      </EmptyState>
    );
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
      {submissions[state.role]} yet.
    </EmptyState>
  );
}
