"use client";

import { Ellipsis, Eye, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatDate } from "@/components/ui/format";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { UserDto } from "@/lib/users/dto";
import { NOT_PROVIDED, displayName } from "../labels";
import { columnClass, primaryCellClass, longClass, compactTableClass } from "../user-table";

export function AdministratorsHead() {
  return (
    <TableHead>
      {["NAME", "EMAIL", "PHONE", "CREATED", "ACTIONS"].map((column) => (
        <Th key={column} className={columnClass}>
          {column}
        </Th>
      ))}
    </TableHead>
  );
}

interface AdministratorsTableProps {
  users: readonly UserDto[];
  ownId: string;
  dimmed: boolean;
  onDetails: (user: UserDto) => void;
  onDelete: (user: UserDto) => void;
}

export function AdministratorsTable({ users, ownId, dimmed, onDetails, onDelete }: AdministratorsTableProps) {
  return (
    <Table
      label="Administrators"
      aria-busy={dimmed || undefined}
      className={cn("transition-opacity", compactTableClass, dimmed && "opacity-60")}
    >
      <AdministratorsHead />
      <TableBody>
        {users.map((user) => (
          <Tr key={user._id} className="relative">
            <Td
              label={null}
              className={cn(primaryCellClass, "justify-start gap-2 pr-12 sm:w-[28%] sm:pr-2.5")}
            >
              {displayName(user)}
              {user._id === ownId && <Badge className="sm:ml-2">You</Badge>}
            </Td>
            <Td label="Email" className={cn(longClass, "sm:w-[30%]")}>
              <span className="min-w-0">{user.email}</span>
            </Td>
            <Td label="Phone" className="figures">
              {user.phone || <span className="text-muted">{NOT_PROVIDED}</span>}
            </Td>
            <Td label="Created" className="figures md:min-w-[7.5rem] xl:whitespace-nowrap">
              {formatDate(user.createdAt)}
            </Td>
            <Td label={null} className="absolute top-1.5 right-1.5 p-0 sm:static sm:py-1.5">
              <Menu
                trigger={(props) => (
                  <IconButton label={`Actions for ${displayName(user)}`} data-actions={user._id} {...props}>
                    <Ellipsis aria-hidden className="size-5" />
                  </IconButton>
                )}
              >
                <MenuItem
                  icon={<Eye aria-hidden className="size-5 text-muted" />}
                  onSelect={() => onDetails(user)}
                >
                  View Details
                </MenuItem>
                <MenuSeparator />
                {/* The server refuses it for oneself; so it is not offered. */}
                <MenuItem
                  tone="danger"
                  disabled={user._id === ownId}
                  icon={<Trash2 aria-hidden className="size-5" />}
                  onSelect={() => onDelete(user)}
                >
                  Delete Admin
                </MenuItem>
              </Menu>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
