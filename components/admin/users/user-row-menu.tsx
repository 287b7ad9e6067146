"use client";

import { Check, Eye, Pencil, Trash2, X } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { UserSummaryDto } from "@/lib/users/dto";
import { actionsButton } from "../user-columns";
import type { UserAction } from "./use-user-action";

const icon = "text-muted size-5";

/** The actions for one user; deletion is set apart. */
export function UserRowMenu({
  user,
  onAction,
}: {
  user: UserSummaryDto;
  onAction: (action: UserAction, user: UserSummaryDto) => void;
}) {
  const { status } = user.verification;
  return (
    <Menu trigger={actionsButton(user)}>
      <MenuItem icon={<Eye aria-hidden className={icon} />} onSelect={() => onAction("details", user)}>
        View Details
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden className={icon} />} onSelect={() => onAction("edit", user)}>
        Edit User
      </MenuItem>
      <MenuSeparator />
      {status !== "approved" && (
        <MenuItem icon={<Check aria-hidden className={icon} />} onSelect={() => onAction("approve", user)}>
          Approve
        </MenuItem>
      )}
      {status !== "rejected" && (
        <MenuItem icon={<X aria-hidden className={icon} />} onSelect={() => onAction("reject", user)}>
          Reject
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        tone="danger"
        icon={<Trash2 aria-hidden className="size-5" />}
        onSelect={() => onAction("delete", user)}
      >
        Delete User
      </MenuItem>
    </Menu>
  );
}
