"use client";

import dynamic from "next/dynamic";
import { Check, Eye, Pencil, SearchX, Trash2, UsersRound, X } from "lucide-react";
import { useRight } from "@/components/auth/allowed";
import { StatTile } from "@/components/admin/review/figures/figures";
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
import { fullDisplayName } from "../labels";
import {
  pageSizes,
  roleOptions,
  statusOptions,
  toUserFilters,
  userCounts,
  usersDefaults,
  type ListState,
  type UserFilters,
} from "../list-state";
import { useUserCount, useUserList } from "../queries";
import { actionsColumn, useRowDialog, type RowAction } from "../row-menu";
import { useListState } from "../use-list-state";
import { EditUser } from "./edit-user-dialog";
import { userColumns, userKey } from "./user-columns";
import { UserDetails } from "./user-details-dialog";

const ApproveUser = dynamic(() => import("./decision-dialogs").then((module) => module.ApproveUser));
const RejectUser = dynamic(() => import("./decision-dialogs").then((module) => module.RejectUser));
const DeleteUser = dynamic(() => import("./delete-user").then((module) => module.DeleteUser));

type Action = "details" | "edit" | "approve" | "reject" | "delete";

const actionsFor =
  (mayChange: boolean, mayDecide: boolean) =>
  ({ verification: { status } }: UserSummaryDto): RowAction<Action>[][] => {
    const groups: (RowAction<Action> | false)[][] = [
      [
        { kind: "details", label: "View Details", Icon: Eye },
        mayChange && { kind: "edit", label: "Edit User", Icon: Pencil },
      ],
      [
        mayDecide && status !== "approved" && { kind: "approve", label: "Approve", Icon: Check },
        mayDecide && status !== "rejected" && { kind: "reject", label: "Reject", Icon: X },
      ],
      [mayChange && { kind: "delete", label: "Delete User", Icon: Trash2, danger: true }],
    ];
    return groups
      .map((group) => group.filter((action) => action !== false))
      .filter((group) => group.length > 0);
  };

/** Lists all users except administrators, to find, view, change and delete (product 2.11). */
export function ManageUsers() {
  const { state, change } = useListState(usersDefaults);
  const { dialog, open, close } = useRowDialog<Action>();
  const { list, paging } = useUserList(toUserFilters(state));
  const { name, email, role, status, joined } = userColumns;
  // On a phone, the name leaves room for the menu in the corner of the card.
  const nameBesideMenu = { ...name, className: `${cellClass.primary} pr-12 sm:pr-2.5` };
  const actions = actionsFor(useRight("users.change"), useRight("cases.decide"));
  const columns = [nameBesideMenu, email, role, status, joined, actionsColumn(actions, open)];

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Manage Users" aside={<ExportButton filters={toUserFilters(state)} />}>
        Find users, check their verification status, and edit or delete accounts.
      </PageHeading>
      <dl className="grid grid-cols-3 gap-3">
        {Object.entries(userCounts(state)).map(([title, filters]) => (
          <UserCount key={title} title={title} filters={filters} />
        ))}
      </dl>
      <p className="-mt-3 text-sm text-muted">
        {state.includeUnsubmitted
          ? "Everyone with an account, except administrators."
          : "Only users who have submitted a verification."}
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
          onChange={(value) => change({ status: value })}
        />
        <FilterSelect
          label="Role"
          value={state.role}
          options={roleOptions}
          onChange={(value) => change({ role: value })}
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
        paging={{ ...paging, sizes: pageSizes, onChange: change }}
      />
      {dialog && (
        <UserDialog
          key={dialog.user._id}
          {...dialog}
          onClose={close}
          onChanged={(user) => open({ ...dialog, user })}
        />
      )}
    </div>
  );
}

interface UserDialogProps {
  kind: Action;
  user: UserSummaryDto;
  onClose: () => void;
  onChanged: (user: UserSummaryDto) => void;
}

function UserDialog({ kind, ...props }: UserDialogProps) {
  if (kind === "details") return <UserDetails {...props} />;
  if (kind === "edit") return <EditUser {...props} />;
  if (kind === "approve") return <ApproveUser {...props} />;
  if (kind === "reject") return <RejectUser {...props} />;
  return (
    <DeleteUser
      {...props}
      description={`Are you sure you want to delete ${fullDisplayName(props.user)}? This action cannot be undone.`}
      confirmLabel="Delete User"
    />
  );
}

const UserCount = ({ title, filters }: { title: string; filters: UserFilters }) => (
  <StatTile title={title} query={useUserCount(filters)} />
);

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
