"use client";

import { BadgeCheck, Eye, Mail, SearchX, ShieldUser, Trash2, UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { SecurityEvents } from "@/components/account/security-events";
import { displayName, orNotProvided, roleLabel } from "@/components/admin/labels";
import { administrators, usersDefaults } from "@/components/admin/list-state";
import { useSecurityEvents, useUserList } from "@/components/admin/queries";
import { actionsColumn, useRowDialog, type UserDialogProps } from "@/components/admin/row-menu";
import { useListState } from "@/components/admin/use-list-state";
import { userColumns, userKey } from "@/components/admin/users/user-columns";
import { DataList } from "@/components/data-table/data-list";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { SearchField } from "@/components/data-table/search-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DescriptionList, PageHeading } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { EmailAddress } from "@/components/ui/email-address";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState } from "@/components/ui/states";
import { fallbacks } from "@/lib/contract/messages";
import { dutyLabels } from "@/lib/duty-labels";
import { describeDuty } from "@/lib/right-labels";
import type { UserSummaryDto } from "@/lib/users/dto";

const DeleteUser = dynamic(() =>
  import("@/components/admin/users/delete-user").then((module) => module.DeleteUser),
);

const ChangeDuty = dynamic(() => import("./change-duty").then((module) => module.ChangeDuty), { ssr: false });

const CreateAdministrator = dynamic(
  () => import("./create-administrator").then((module) => module.CreateAdministrator),
  { ssr: false },
);

interface ManageAdministratorsProps {
  ownId: string;
  emailDomain: string;
  /** Whether administrators can only be invited. */
  invitesOnly: boolean;
}

/** Shows super administrators all administrators, on one page of at most a hundred (product 2.15). */
export function ManageAdministrators({ ownId, emailDomain, invitesOnly }: ManageAdministratorsProps) {
  const { state, change } = useListState(usersDefaults);
  const [creating, setCreating] = useState(false);
  const { dialog, open, close } = useRowDialog<"details" | "duty" | "delete">();
  const { list, paging } = useUserList(administrators(state.q), fallbacks.loadAdministrators);
  const shown = list.rows?.length ?? 0;
  const columns: Column<UserSummaryDto>[] = [
    {
      title: "NAME",
      label: null,
      className: `${cellClass.primary} justify-start gap-2 pr-12 sm:w-[24%] sm:pr-2.5`,
      cell: (user) => (
        <>
          <span>{displayName(user)}</span>
          {user._id === ownId && <Badge className="sm:ml-2">You</Badge>}
          {user.duty && user.duty !== "administrator" && (
            <Badge className="sm:ml-2">{dutyLabels[user.duty]}</Badge>
          )}
          {user.isInvited && (
            <Badge tone="info" className="sm:ml-2">
              <Mail aria-hidden className="size-4" />
              <span>Invited</span>
            </Badge>
          )}
        </>
      ),
    },
    { ...userColumns.email, title: "EMAIL" },
    { title: "PHONE", label: "Phone", className: "figures", cell: ({ phone }) => orNotProvided(phone) },
    { ...userColumns.joined, title: "CREATED", label: "Created" },
    actionsColumn(
      ({ _id, duty }) => [
        [
          { kind: "details", label: "View Details", Icon: Eye },
          ...(duty && _id !== ownId
            ? [{ kind: "duty" as const, label: "Change Duty", Icon: BadgeCheck }]
            : []),
        ],
        // The server refuses to delete one's own account.
        [{ kind: "delete", label: "Delete Admin", Icon: Trash2, danger: true, disabled: _id === ownId }],
      ],
      open,
    ),
  ];

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Manage Administrators"
        aside={
          <Button icon={<UserPlus aria-hidden className="size-5" />} onClick={() => setCreating(true)}>
            Create Admin
          </Button>
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
              state.q && (
                <Button variant="secondary" onClick={() => change({ q: "" })}>
                  Clear search
                </Button>
              )
            }
          >
            {state.q ? "No administrators match this search." : "Create one to get started."}
          </EmptyState>
        }
      />
      {paging.total > shown && shown > 0 && (
        <p className="text-sm text-muted">{`Showing the ${shown} newest of ${paging.total} administrators. Use search to find the others.`}</p>
      )}

      {creating && (
        <CreateAdministrator
          emailDomain={emailDomain}
          invitesOnly={invitesOnly}
          onClose={() => setCreating(false)}
        />
      )}
      {dialog?.kind === "details" && <AdministratorDetails user={dialog.user} onClose={close} />}
      {dialog?.kind === "duty" && <ChangeDuty user={dialog.user} onClose={close} />}
      {dialog?.kind === "delete" && (
        <DeleteUser
          user={dialog.user}
          onClose={close}
          description={`${displayName(dialog.user)} will lose access immediately on all devices. This cannot be undone.`}
          confirmLabel="Delete Admin"
          success="Admin deleted successfully"
          failure="Failed to delete admin"
        />
      )}
    </div>
  );
}

function AdministratorDetails({ user, onClose }: UserDialogProps) {
  const events = useSecurityEvents(user._id);
  return (
    <Dialog onClose={onClose} title={displayName(user)}>
      <DescriptionList
        items={[
          { label: "Full name", value: orNotProvided(user.name) },
          { label: "Email", value: <EmailAddress email={user.email} /> },
          { label: "Phone", value: orNotProvided(user.phone) },
          { label: "Role", value: roleLabel(user) },
          ...(user.duty
            ? [{ label: "Duty", value: `${dutyLabels[user.duty]}. ${describeDuty(user.duty)}` }]
            : []),
          { label: "Created", value: formatDate(user.createdAt) },
          ...(user.isInvited
            ? [{ label: "Access", value: "Invited: they have not set a password yet" }]
            : []),
        ]}
      />
      <h3 className="mt-6 mb-3 font-medium">Recent activity</h3>
      {events.data ? (
        <SecurityEvents events={events.data} />
      ) : events.error ? (
        <Notice tone="danger" role="alert">
          {events.error.message}
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-3 text-sm text-muted">
          <Spinner /> Loading activity
        </p>
      )}
    </Dialog>
  );
}
