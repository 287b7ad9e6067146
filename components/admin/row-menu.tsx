"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { Fragment, useState } from "react";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { MAIN_ID } from "@/components/layout/skip-link";
import { IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName } from "./labels";

export interface RowAction<Kind> {
  kind: Kind;
  label: string;
  Icon: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
}

export interface UserDialogProps {
  user: UserSummaryDto;
  onClose: () => void;
}

/** Opens dialogs from a row's menu, and remembers the user they are about. */
export function useRowDialog<Kind>() {
  const [dialog, open] = useState<{ kind: Kind; user: UserSummaryDto } | null>(null);
  const close = () => {
    open(null);
    // The menu that opened the dialog is gone, so the focus returns to the row's button, or to the page if the row was removed. This is
    // deferred until the dialog has released the focus.
    setTimeout(() => {
      const button = document.querySelector<HTMLElement>(`[data-actions="${dialog?.user._id}"]`);
      (button ?? document.getElementById(MAIN_ID))?.focus({ preventScroll: true });
    }, 0);
  };
  return { dialog, open, close };
}

/** Returns a column with a menu in each row; a line separates the groups of actions. */
export const actionsColumn = <Kind extends string>(
  groupsOf: (user: UserSummaryDto) => readonly (readonly RowAction<Kind>[])[],
  onAction: (action: { kind: Kind; user: UserSummaryDto }) => void,
): Column<UserSummaryDto> => ({
  title: "ACTIONS",
  label: null,
  className: cellClass.menu,
  cell: (user) => (
    <Menu
      trigger={
        <IconButton label={`Actions for ${displayName(user)}`} data-actions={user._id}>
          <Ellipsis aria-hidden className="size-5" />
        </IconButton>
      }
    >
      {groupsOf(user).map((group, index) => (
        <Fragment key={index}>
          {index > 0 && <MenuSeparator />}
          {group.map(({ kind, label, Icon, danger, disabled }) => (
            <MenuItem
              key={label}
              tone={danger ? "danger" : undefined}
              disabled={disabled}
              icon={<Icon aria-hidden className={cn("size-5", !danger && "text-muted")} />}
              onSelect={() => onAction({ kind, user })}
            >
              {label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  ),
});
