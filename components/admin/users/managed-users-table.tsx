import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { formatDate } from "@/components/ui/format";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { VerificationBadge } from "@/components/verification/status";
import type { UserDto } from "@/lib/users/dto";
import { displayName, roleTypeLabel } from "../labels";
import { columnClass, primaryCellClass, longClass, compactTableClass } from "../user-table";
import type { UserAction } from "./use-user-action";
import { UserRowMenu } from "./user-row-menu";

const columns = ["FULL NAME", "EMAIL ADDRESS", "ROLE/TYPE", "STATUS", "JOINED", "ACTIONS"];

export function ManagedUsersHead() {
  return (
    <TableHead>
      {columns.map((column) => (
        <Th key={column} className={columnClass}>
          {column}
        </Th>
      ))}
    </TableHead>
  );
}

export const ManagedUsersTable = memo(function ManagedUsersTable({
  users,
  dimmed,
  onAction,
}: {
  users: readonly UserDto[];
  dimmed: boolean;
  onAction: (action: UserAction, user: UserDto) => void;
}) {
  return (
    <Table
      label="Users"
      aria-busy={dimmed || undefined}
      className={cn("transition-opacity", compactTableClass, dimmed && "opacity-60")}
    >
      <ManagedUsersHead />
      <TableBody>
        {users.map((user) => (
          // On a phone the menu sits in the card's corner, beside the name.
          <Tr key={user._id} className="relative">
            <Td label={null} className={cn(primaryCellClass, "pr-12 sm:pr-2.5")}>
              {displayName(user)}
            </Td>
            <Td label="Email" className={longClass}>
              <span className="min-w-0">{user.email}</span>
            </Td>
            <Td label="Role/type" className="xl:whitespace-nowrap">
              {roleTypeLabel(user)}
            </Td>
            <Td label="Status">
              <VerificationBadge status={user.verification.status} />
            </Td>
            <Td label="Joined" className="figures md:min-w-[7.5rem] xl:whitespace-nowrap">
              {formatDate(user.createdAt)}
            </Td>
            <Td label={null} className="absolute top-1.5 right-1.5 p-0 sm:static sm:py-1.5">
              <UserRowMenu user={user} onAction={onAction} />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
});
