"use client";

import { Check, Ellipsis, Eye, Pencil, Trash2, X } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../labels";
import type { UserAction } from "./use-user-action";

const icon = "text-muted size-5";

/** What can be done with one person; deleting stands apart. */
export function UserRowMenu({
  user,
  onAction,
}: {
  user: UserDto;
  onAction: (action: UserAction, user: UserDto) => void;
}) {
  const { status } = user.verification;
  return (
    <Menu
      trigger={(props) => (
        <IconButton label={`Actions for ${displayName(user)}`} data-actions={user._id} {...props}>
          <Ellipsis aria-hidden className="size-5" />
        </IconButton>
      )}
    >
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
