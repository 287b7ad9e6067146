"use client";

import { Check, ClipboardCheck, Flag, Inbox, SearchX, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { useRight } from "@/components/auth/allowed";
import { ExportQueueButton } from "@/components/admin/export-button";
import {
  assignmentOptions,
  markOptions,
  orderOptions,
  queueCount,
  queueDefaults,
  queueStatusOptions,
  roleOptions,
  statusOptions,
  toExportFilters,
  toListFilters,
  type ListState,
  type RoleFilter,
  type StatusFilter,
} from "@/components/admin/list-state";
import { useUserCount, useUserList } from "@/components/admin/queries";
import { SelectionBar, useCaseSelection, type Selection } from "@/components/admin/review/cases/selection";
import { useTakeAndOpenNext } from "@/components/admin/review/cases/take-next";
import { useCaseEvents } from "@/components/admin/review/cases/use-case-events";
import { OpenNextSetting } from "@/components/admin/review/decisions/open-next-setting";
import { StatTile } from "@/components/admin/review/figures/figures";
import { Shortcuts } from "@/components/admin/shortcuts";
import { useListState } from "@/components/admin/use-list-state";
import { reviewColumns, userKey } from "@/components/admin/users/user-columns";
import { DataList } from "@/components/data-table/data-list";
import { FilterSelect } from "@/components/data-table/filter-select";
import { SearchField } from "@/components/data-table/search-field";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import { moveRowFocus } from "@/components/data-table/row-focus";
import { EmptyState } from "@/components/ui/states";
import { caseMarks } from "@/lib/review/cases/mark-rules";
import { paths } from "@/lib/routes/paths";
import { markIcons } from "./case-marks";

interface QueueProps {
  state: ListState;
  change: (changes: Partial<ListState>) => void;
}

const rowShortcuts = [
  { key: "j", label: "Next submission", run: () => moveRowFocus(1) },
  { key: "k", label: "Previous submission", run: () => moveRowFocus(-1) },
  // The browser opens the submission itself, because the row's link has the focus.
  { key: "Enter", label: "Open the selected submission" },
];

/** Shows the submissions awaiting a decision (product 2.12, 10.15). */
export function VerificationQueue() {
  const { state, change } = useListState(queueDefaults);
  const { list, paging } = useUserList(toListFilters(state));
  const isOpen = state.status === "pending";
  const selection = useCaseSelection(list.rows ?? []);
  const optionsId = useId();
  const [showsOptions, setShowsOptions] = useState(false);
  /** Whether the options filter or sort the list, even while they are closed. */
  const hasOptions =
    isOpen && (state.assignment !== queueDefaults.assignment || state.order !== queueDefaults.order);
  const next = useTakeAndOpenNext({
    role: state.role,
    order: state.order,
    ...(isOpen && state.mark !== "all" && { mark: state.mark }),
  });
  const mayDecide = useRight("cases.decide");
  useCaseEvents();
  const shortcuts = [
    { key: "n", label: "Take the next unclaimed case", run: mayDecide ? next.open : undefined },
    ...rowShortcuts,
    {
      key: "x",
      label: "Select or deselect the submission",
      run: isOpen && mayDecide ? selection.toggleFocused : undefined,
    },
  ];

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-3 sm:-mt-2">
      <PageHeading
        title="Verification"
        aside={
          <div className="flex flex-wrap gap-2">
            <Shortcuts shortcuts={shortcuts} />
            {mayDecide && (
              <Button busy={next.isBusy} onClick={next.open} icon={<Inbox aria-hidden className="size-5" />}>
                Take a case
              </Button>
            )}
          </div>
        }
      />

      <dl className="grid grid-cols-4 gap-2 sm:gap-3">
        {statusOptions.map(({ value, label }) => (
          <SubmissionCount
            key={value}
            status={value}
            title={value === "all" ? "Total" : label}
            role={state.role}
          />
        ))}
      </dl>

      <div className="grid grid-cols-[1fr_1fr_auto_auto] gap-2 sm:gap-3 lg:grid-cols-[minmax(0,1fr)_10.5rem_9rem_auto_auto]">
        <SearchField
          label="Search"
          hideLabel
          placeholder="Name, email, phone..."
          value={state.q}
          onSearch={(q) => change({ q })}
          className="max-lg:col-span-2"
        />
        <div className="max-lg:row-start-2 max-sm:col-span-2 sm:max-lg:col-span-1">
          <FilterSelect
            label="Status"
            hideLabel
            value={state.status}
            options={queueStatusOptions}
            onChange={(status) => change({ status })}
          />
        </div>
        <div className="max-lg:row-start-2 max-sm:col-span-2">
          <FilterSelect
            label="Role"
            hideLabel
            value={state.role}
            options={roleOptions}
            onChange={(role) => change({ role })}
          />
        </div>
        <MarkFilter mark={state.mark} disabled={!isOpen} onChange={(mark) => change({ mark })} />
        <Button
          variant="secondary"
          aria-label={hasOptions ? "More options, in use" : "More options"}
          aria-expanded={showsOptions}
          aria-controls={optionsId}
          onClick={() => setShowsOptions(!showsOptions)}
          icon={<SlidersHorizontal aria-hidden className="size-5" />}
          className={cn("min-h-12 px-3.5 aria-expanded:bg-sunken", hasOptions && activeFilter)}
        >
          <span className="max-xl:hidden">More options</span>
        </Button>
      </div>
      <div id={optionsId} hidden={!showsOptions}>
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

interface MarkFilterProps {
  mark: ListState["mark"];
  disabled: boolean;
  onChange: (mark: ListState["mark"]) => void;
}

/** The style of a filter's button while the filter is active. */
const activeFilter = "border-accent bg-accent-soft text-accent-strong";

/** Filters pending submissions by mark. */
function MarkFilter({ mark, disabled, onChange }: MarkFilterProps) {
  const selected = markOptions.find(({ value }) => value === mark)!.label;
  return (
    <Menu
      trigger={
        <Button
          variant="secondary"
          disabled={disabled}
          aria-label={`Marks: ${selected}`}
          icon={<Flag aria-hidden className="size-5" />}
          className={cn("min-h-12 px-3.5", mark !== "all" && activeFilter)}
        >
          <span className="max-lg:hidden">{mark === "all" ? "Marks" : selected}</span>
        </Button>
      }
    >
      {markOptions.map(({ value, label }) => {
        const Icon = value === "all" ? Flag : markIcons[value];
        return (
          <MenuItem
            key={value}
            icon={<Icon aria-hidden className="size-5 text-muted" />}
            onSelect={() => onChange(value)}
          >
            <span>{label}</span>
            {value === mark && (
              <>
                <Check aria-hidden className="ml-auto size-4 text-accent" />
                <span className="sr-only">, selected</span>
              </>
            )}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Shows less frequently used options: how reviewers share the pending cases, and the export of the list. */
function QueueOptions({ state, change, selection }: QueueProps & { selection: Selection }) {
  const mayDecide = useRight("cases.decide");
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
        <ExportQueueButton query={toExportFilters(state)} />
      </div>
      {state.status === "pending" && mayDecide && (
        <div className="flex flex-wrap items-center gap-x-6 sm:col-span-3">
          <Checkbox
            label="Select several"
            checked={selection.isOn}
            onChange={(event) => selection.setIsOn(event.target.checked)}
          />
          {selection.isOn && (
            // On wider screens it is in the table head.
            <Checkbox
              label="Select all"
              className="sm:hidden"
              checked={selection.areAllSelected}
              onChange={selection.toggleAll}
            />
          )}
          <OpenNextSetting />
        </div>
      )}
      <TextLink href={paths.adminHolidays()} prefetch={false} className="text-[0.9375rem] sm:col-span-3">
        Business days and deadlines
      </TextLink>
    </div>
  );
}

/** Shows the number of submissions in a status, from its own query (product 2.12). */
const SubmissionCount = ({
  title,
  role,
  status,
}: {
  title: string;
  role: RoleFilter;
  status: StatusFilter;
}) => <StatTile title={title} query={useUserCount(queueCount(role, status))} isCompact />;

const submissions = {
  all: "submissions",
  investor: "investor submissions",
  startup: "startup submissions",
};

function EmptyQueue({ state: { q, role, status, assignment, mark }, change }: QueueProps) {
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
        action={resetButton("Clear search and filters", { q: "", status: "all", role: "all", mark: "all" })}
      >
        Try part of a name, email address or phone number, or change the status or role filter.
      </EmptyState>
    );
  if (status === "pending" && mark !== "all")
    return (
      <EmptyState
        title={`No case has the mark “${caseMarks[mark].label}”`}
        icon={<ClipboardCheck className="size-6" />}
        action={resetButton("Show all cases", { mark: "all", assignment: "all", role: "all" })}
      >
        No pending submission that matches these filters has this mark.
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
    <EmptyState title="No submissions found" action={resetButton("Show pending", { status: "pending" })}>
      {status === "changes"
        ? `No ${submissions[role]} are waiting for changes from their applicants.`
        : `There are no ${status === "all" ? "" : `${status} `}${submissions[role]} yet.`}
    </EmptyState>
  );
}
