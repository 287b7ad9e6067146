"use client";

import { SearchX, ShieldUser, UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { fallbacks } from "@/lib/contract/messages";
import type { UserDto } from "@/lib/users/dto";
import { ExportAuditButton } from "../export-button";
import { useUsers } from "../queries";
import { focusRowMenu } from "../return-focus";
import { SearchField } from "../search-field";
import { useListState } from "../use-list-state";
import { UsersFailure } from "../users-failure";
import type { ListState } from "../user-filters";
import { UserTableSkeleton } from "../user-table";
import { AdministratorDetails } from "./administrator-details";
import { AdministratorsHead, AdministratorsTable } from "./administrators-table";
import { CreateAdministrator } from "./create-administrator";
import { DeleteAdministrator } from "./delete-administrator";

const defaults: ListState = {
  status: "all",
  role: "all",
  q: "",
  page: 1,
  limit: 20,
  includeUnsubmitted: false,
};

type Open = { kind: "details" | "delete"; user: UserDto } | { kind: "create" } | null;

/** For super administrators (product 2.15): who runs the back office, one page of at most a hundred. */
export function ManageAdministrators({ ownId, emailDomain }: { ownId: string; emailDomain: string }) {
  const { state, change } = useListState(defaults);
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
    if (open && open.kind !== "create") focusRowMenu(open.user._id);
  };
  const list = useUsers({ page: 1, limit: 100, role: "admin", q: state.q });
  const { data } = list;

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Manage Administrators"
        aside={
          <div className="flex flex-wrap gap-2">
            <ExportAuditButton />
            <Button
              icon={<UserPlus aria-hidden className="size-5" />}
              onClick={() => setOpen({ kind: "create" })}
            >
              Create Admin
            </Button>
          </div>
        }
      >
        Administrators review verifications and manage users and the carousel.
      </PageHeading>
      <SearchField
        label="Search administrators"
        placeholder="Name, email or phone"
        value={state.q}
        onSearch={(q) => change({ q })}
        className="max-w-md"
      />

      {data && data.users.length > 0 ? (
        <>
          <AdministratorsTable
            users={data.users}
            ownId={ownId}
            dimmed={list.isPlaceholderData}
            onDetails={(user) => setOpen({ kind: "details", user })}
            onDelete={(user) => setOpen({ kind: "delete", user })}
          />
          {data.pagination.total > data.users.length && (
            <p className="text-sm text-muted">
              Showing the {data.users.length} newest of {data.pagination.total} administrators. Use search to
              find the others.
            </p>
          )}
        </>
      ) : data ? (
        <EmptyState
          title="No administrators found."
          icon={state.q ? <SearchX className="size-6" /> : <ShieldUser className="size-6" />}
          action={
            state.q ? (
              <Button variant="secondary" onClick={() => change({ q: "" })}>
                Clear search
              </Button>
            ) : undefined
          }
        >
          {state.q ? "No administrators match this search." : "Create one to get started."}
        </EmptyState>
      ) : list.isError ? (
        <UsersFailure query={list} title={fallbacks.loadAdministrators} />
      ) : (
        <UserTableSkeleton rows={4} head={<AdministratorsHead />} cells={5} />
      )}

      <CreateAdministrator open={open?.kind === "create"} emailDomain={emailDomain} onClose={close} />
      {open && open.kind !== "create" && (
        <>
          <AdministratorDetails user={open.user} open={open.kind === "details"} onClose={close} />
          <DeleteAdministrator user={open.user} open={open.kind === "delete"} onClose={close} />
        </>
      )}
    </div>
  );
}
