"use client";

import { Eye, SearchX, ShieldUser, Trash2, UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { DataList } from "@/components/data-table/data-list";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { SearchField } from "@/components/data-table/search-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { EmptyState } from "@/components/ui/states";
import { fallbacks } from "@/lib/contract/messages";
import type { UserSummaryDto } from "@/lib/users/dto";
import { ExportAuditButton } from "../export-button";
import { NOT_PROVIDED, displayName, roleLabel } from "../labels";
import { administrators, usersDefaults } from "../list-state";
import { focusRowMenu } from "../return-focus";
import { useListState } from "../use-list-state";
import { useUserList } from "../use-user-list";
import { actionsButton, emailColumn, userKey } from "../user-columns";
import { AdministratorDetails } from "./administrator-details";
import { DeleteAdministrator } from "./delete-administrator";

const CreateAdministrator = dynamic(
  () => import("./create-administrator").then((module) => module.CreateAdministrator),
  { ssr: false },
);

type Open = { kind: "details" | "delete"; user: UserSummaryDto } | { kind: "create" } | null;

/** For super administrators (product 2.15): all administrators, one page of at most a hundred. */
export function ManageAdministrators({ ownId, emailDomain }: { ownId: string; emailDomain: string }) {
  const { state, change } = useListState(usersDefaults);
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
    if (open && open.kind !== "create") focusRowMenu(open.user._id);
  };
  const { list, pagination } = useUserList(administrators(state.q), fallbacks.loadAdministrators);
  const shown = list.rows?.length ?? 0;
  const columns = useMemo(
    (): Column<UserSummaryDto>[] => [
      {
        title: "NAME",
        label: null,
        className: `${cellClass.primary} justify-start gap-2 pr-12 sm:w-[24%] sm:pr-2.5`,
        cell: (user) => (
          <>
            {displayName(user)}
            {user._id === ownId && <Badge className="sm:ml-2">You</Badge>}
          </>
        ),
      },
      { ...emailColumn, title: "EMAIL" },
      { title: "ROLE", label: "Role", cell: roleLabel },
      {
        title: "PHONE",
        label: "Phone",
        className: "figures",
        cell: ({ phone }) => phone || <span className="text-muted">{NOT_PROVIDED}</span>,
      },
      {
        title: "CREATED",
        label: "Created",
        className: cellClass.date,
        cell: ({ createdAt }) => formatDate(createdAt),
      },
      {
        title: "ACTIONS",
        label: null,
        className: cellClass.menu,
        cell: (user) => (
          <Menu trigger={actionsButton(user)}>
            <MenuItem
              icon={<Eye aria-hidden className="size-5 text-muted" />}
              onSelect={() => setOpen({ kind: "details", user })}
            >
              View Details
            </MenuItem>
            <MenuSeparator />
            {/* The server refuses to delete one's own account. */}
            <MenuItem
              tone="danger"
              disabled={user._id === ownId}
              icon={<Trash2 aria-hidden className="size-5" />}
              onSelect={() => setOpen({ kind: "delete", user })}
            >
              Delete Admin
            </MenuItem>
          </Menu>
        ),
      },
    ],
    [ownId],
  );

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

      <DataList
        label="Administrators"
        columns={columns}
        rowKey={userKey}
        list={list}
        skeletonRows={4}
        empty={
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
        }
      />
      {pagination.total > shown && shown > 0 && (
        <p className="text-sm text-muted">
          Showing the {shown} newest of {pagination.total} administrators. Use search to find the others.
        </p>
      )}

      {open?.kind === "create" && <CreateAdministrator emailDomain={emailDomain} onClose={close} />}
      {open && open.kind !== "create" && (
        <>
          <AdministratorDetails user={open.user} open={open.kind === "details"} onClose={close} />
          <DeleteAdministrator user={open.user} open={open.kind === "delete"} onClose={close} />
        </>
      )}
    </div>
  );
}
