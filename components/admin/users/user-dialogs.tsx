"use client";

import { ApproveDialog, RejectUserDialog } from "./decision-dialogs";
import { DeleteUserDialog } from "./delete-user-dialog";
import { EditUserDialog } from "./edit-user-dialog";
import { UserDetailsDialog } from "./user-details-dialog";
import type { UserActionState } from "./use-user-action";

/** The dialogs of a row's menu. Each is mounted anew for a person, so nothing typed for one is offered for the next. */
export function UserDialogs({ action }: { action: UserActionState }) {
  const { kind, user, close, update } = action;
  if (!user) return null;
  return (
    <div key={user._id}>
      <UserDetailsDialog user={user} open={kind === "details"} onClose={close} />
      <EditUserDialog user={user} open={kind === "edit"} onClose={close} onChanged={update} />
      <ApproveDialog user={user} open={kind === "approve"} onClose={close} />
      <RejectUserDialog
        key={kind === "reject" ? "open" : "closed"}
        user={user}
        open={kind === "reject"}
        onClose={close}
      />
      <DeleteUserDialog user={user} open={kind === "delete"} onClose={close} />
    </div>
  );
}
