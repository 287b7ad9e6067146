"use client";

import { CircleCheck, CircleX, ClipboardCheck, Clock, Inbox, SearchX, type LucideIcon } from "lucide-react";
import { DataList } from "@/components/data-table/data-list";
import { FilterSelect } from "@/components/data-table/filter-select";
import { SearchField } from "@/components/data-table/search-field";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { paths } from "@/lib/routes/paths";
import { useCaseEvents } from "./cases/queries";
import { SelectionBar, useSelection } from "./cases/selection";
import { useTakeAndOpenNext } from "./cases/take-next";
import { ExportButton } from "./export-button";
import { Figure } from "./figures";
import {
  assignmentOptions,
  orderOptions,
  queueCount,
  queueDefaults,
  roleOptions,
  toListFilters,
  toUserFilters,
  type ListState,
  type StatusFilter,
} from "./list-state";
import { useUserCount, useUserList } from "./queries";
import { OpenNextSetting } from "./review/open-next-setting";
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
  // The browser's own: the row's link has the focus.
  { key: "Enter", label: "Open the selected submission" },
];

const counters: { status: StatusFilter; label: string; Icon: LucideIcon; color: string }[] = [
  { status: "all", label: "Total", Icon: Inbox, color: "text-muted" },
  { status: "pending", label: "Pending", Icon: Clock, color: "text-warning" },
  { status: "approved", label: "Approved", Icon: CircleCheck, color: "text-accent" },
  { status: "rejected", label: "Rejected", Icon: CircleX, color: "text-danger" },
];

/** Submissions awaiting a decision (product 2.12, 10.15). */
export function VerificationQueue() {
  const { state, change } = useListState(queueDefaults);
  const { list, paging } = useUserList(toListFilters(state));
  const isOpen = state.status === "pending";
  const selection = useSelection(list.rows ?? []);
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
            <ExportButton filters={toUserFilters(state)} />
            <Button busy={next.isBusy} onClick={next.open} icon={<Inbox aria-hidden className="size-5" />}>
              Take next
            </Button>
          </div>
        }
      >
        Open a submission, check the answers against the documents, then approve or reject it.{" "}
        <TextLink href={paths.adminHolidays()} prefetch={false}>
          Business days and deadlines
        </TextLink>
      </PageHeading>

      <div role="group" aria-label="Filter by status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counters.map((counter) => (
          <Counter key={counter.status} {...counter} state={state} change={change} />
        ))}
      </div>

      <div className="grid grid-cols-2 gap-4 *:first:col-span-2 lg:grid-cols-[minmax(0,1fr)_repeat(3,11rem)] lg:*:first:col-span-1">
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
        {isOpen && (
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
      </div>

      {isOpen && <OpenNextSetting />}
      {isOpen && <SelectionBar selection={selection} />}
      <DataList
        label="Verification queue"
        columns={isOpen ? [selection.column, ...reviewColumns] : reviewColumns}
        rowKey={userKey}
        list={list}
        empty={<EmptyQueue state={state} change={change} />}
        paging={{ ...paging, onChange: change }}
      />
    </div>
  );
}

/** The number of submissions in a status, from its own query (product 2.12); a press filters the list by it. */
function Counter({ status, label, Icon, color, state, change }: (typeof counters)[number] & QueueProps) {
  const count = useUserCount(queueCount(state.role, status));
  const selected = status === state.status;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={() => change({ status })}
      className={cn(
        "rounded-card border px-4 py-3 text-left transition-colors duration-150",
        selected
          ? "border-accent bg-accent-soft ring-1 ring-accent"
          : "border-line bg-surface hover:border-line-strong hover:bg-sunken",
      )}
    >
      <span className="flex items-center gap-2 text-sm text-muted">
        <Icon aria-hidden className={cn("size-4", color)} />
        <span>{label}</span>
      </span>
      <span className="mt-1 block text-2xl leading-8 font-semibold figures">
        <Figure query={count} />
      </span>
    </button>
  );
}

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
          ? "Take next gives you the case that has waited longest."
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
