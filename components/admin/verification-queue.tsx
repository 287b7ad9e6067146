"use client";

import { ClipboardCheck, Inbox, SearchX, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { DataList } from "@/components/data-table/data-list";
import { FilterSelect } from "@/components/data-table/filter-select";
import { SearchField } from "@/components/data-table/search-field";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/choice";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { paths } from "@/lib/routes/paths";
import { useCaseEvents } from "./review/cases/queries";
import { SelectionBar, useSelection, type Selection } from "./review/cases/selection";
import { useTakeAndOpenNext } from "./review/cases/take-next";
import { ExportButton } from "./export-button";
import { StatTile } from "./figures/figures";
import {
  assignmentOptions,
  orderOptions,
  queueCount,
  queueDefaults,
  roleOptions,
  statusOptions,
  toListFilters,
  toUserFilters,
  type ListState,
  type RoleFilter,
  type StatusFilter,
} from "./list-state";
import { useUserCount, useUserList } from "./queries";
import { OpenNextSetting } from "./review/decisions/open-next-setting";
import { Shortcuts } from "./shortcuts";
import { useListState } from "./use-list-state";
import { reviewColumns, userKey } from "./user-columns";

interface QueueProps {
  state: ListState;
  change: (changes: Partial<ListState>) => void;
}

/** Moves the focus to the link of the next or previous row. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
  const current = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const next = current === -1 && step === -1 ? links.length - 1 : current + step;
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
}

const rowShortcuts = [
  { key: "j", label: "Next submission", run: () => moveFocus(1) },
  { key: "k", label: "Previous submission", run: () => moveFocus(-1) },
  // The browser opens the submission itself, because the row's link has the focus.
  { key: "Enter", label: "Open the selected submission" },
];

/** Submissions awaiting a decision (product 2.12, 10.15). */
export function VerificationQueue() {
  const { state, change } = useListState(queueDefaults);
  const { list, paging } = useUserList(toListFilters(state));
  const isOpen = state.status === "pending";
  const selection = useSelection(list.rows ?? []);
  const optionsId = useId();
  /** The options are open at first if they filter or sort the list. */
  const [showsOptions, setShowsOptions] = useState(
    state.assignment !== queueDefaults.assignment || state.order !== queueDefaults.order,
  );
  const next = useTakeAndOpenNext({ role: state.role, order: state.order });
  useCaseEvents();
  const shortcuts = [
    { key: "n", label: "Take the next unclaimed case", run: next.open },
    ...rowShortcuts,
    {
      key: "x",
      label: "Select or deselect the submission",
      run: isOpen ? selection.toggleFocused : undefined,
    },
  ];

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Verification"
        aside={
          <div className="flex flex-wrap gap-2">
            <Shortcuts shortcuts={shortcuts} />
            <Button busy={next.isBusy} onClick={next.open} icon={<Inbox aria-hidden className="size-5" />}>
              Take a case
            </Button>
          </div>
        }
      >
        Open a submission, check the answers against the documents, then approve or reject it.{" "}
        <TextLink href={paths.adminHolidays()} prefetch={false}>
          Business days and deadlines
        </TextLink>
      </PageHeading>

      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {statusOptions.map(({ value, label }) => (
          <SubmissionCount
            key={value}
            status={value}
            title={value === "all" ? "Total" : label}
            role={state.role}
          />
        ))}
      </dl>

      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 *:first:col-span-2 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_auto] lg:*:first:col-span-1">
        <SearchField
          label="Search"
          placeholder="Name, email, phone..."
          value={state.q}
          onSearch={(q) => change({ q })}
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
        <Button
          variant="secondary"
          aria-expanded={showsOptions}
          aria-controls={optionsId}
          onClick={() => setShowsOptions(!showsOptions)}
          icon={<SlidersHorizontal aria-hidden className="size-5" />}
          className="col-span-2 min-h-12 justify-self-start aria-expanded:bg-sunken lg:col-span-1"
        >
          More options
        </Button>
      </div>
      <div id={optionsId} hidden={!showsOptions} className="-mt-2">
        {showsOptions && <QueueOptions state={state} change={change} selection={selection} />}
      </div>

      {isOpen && <SelectionBar selection={selection} />}
      <DataList
        label="Verification queue"
        columns={isOpen && selection.isOn ? [selection.column, ...reviewColumns] : reviewColumns}
        rowKey={userKey}
        list={list}
        empty={<EmptyQueue state={state} change={change} />}
        paging={{ ...paging, onChange: change }}
      />
    </div>
  );
}

/** Shows what reviewers need less often: how they share the pending cases, and the list as a file. */
function QueueOptions({ state, change, selection }: QueueProps & { selection: Selection }) {
  return (
    <div className="grid gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-[11rem_11rem_1fr] sm:items-end">
      {state.status === "pending" && (
        <>
          <FilterSelect
            label="Cases"
            value={state.assignment ?? "all"}
            options={assignmentOptions}
            onChange={(assignment) => change({ assignment })}
          />
          <FilterSelect
            label="Sort by"
            value={state.order}
            options={orderOptions}
            onChange={(order) => change({ order })}
          />
        </>
      )}
      <div className="flex min-h-12 items-center sm:col-start-3 sm:justify-self-end">
        <ExportButton filters={toUserFilters(state)} />
      </div>
      {state.status === "pending" && (
        <div className="flex flex-wrap gap-x-6 sm:col-span-3">
          <Checkbox
            label="Select several"
            checked={selection.isOn}
            onChange={(event) => selection.setIsOn(event.target.checked)}
          />
          <OpenNextSetting />
        </div>
      )}
    </div>
  );
}

/** The number of submissions in a status, from its own query (product 2.12). */
const SubmissionCount = ({
  title,
  role,
  status,
}: {
  title: string;
  role: RoleFilter;
  status: StatusFilter;
}) => <StatTile title={title} query={useUserCount(queueCount(role, status))} />;

const submissions = {
  all: "submissions",
  investor: "investor submissions",
  startup: "startup submissions",
};

function EmptyQueue({ state: { q, role, status, assignment }, change }: QueueProps) {
  const resetButton = (label: string, changes: Partial<ListState>) => (
    <Button variant="secondary" onClick={() => change(changes)}>
      {label}
    </Button>
  );
  if (q)
    return (
      <EmptyState
        title={`No results for "${q}"`}
        icon={<SearchX className="size-6" />}
        action={resetButton("Clear search and filters", { q: "", status: "all", role: "all" })}
      >
        Try part of a name, email address or phone number, or change the status or role filter.
      </EmptyState>
    );
  if (status === "pending" && assignment !== "all")
    return (
      <EmptyState
        title={assignment === "mine" ? "You have no cases" : "No unclaimed cases"}
        icon={<ClipboardCheck className="size-6" />}
        action={resetButton("Show all cases", { assignment: "all", role: "all" })}
      >
        {assignment === "mine"
          ? "“Take a case” gives you the case that has waited longest."
          : "Your colleagues are working on all pending submissions."}
      </EmptyState>
    );
  if (status === "pending")
    return (
      <EmptyState
        title="The queue is empty"
        icon={<ClipboardCheck className="size-6" />}
        action={role !== "all" && resetButton("Show all roles", { role: "all" })}
      >{`No ${submissions[role]} are awaiting a decision. New submissions appear here as they arrive.`}</EmptyState>
    );
  return (
    <EmptyState
      title="No submissions found"
      action={resetButton("Show pending", { status: "pending" })}
    >{`There are no ${status === "all" ? "" : `${status} `}${submissions[role]} yet.`}</EmptyState>
  );
}
