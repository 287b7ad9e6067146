import { Eye } from "lucide-react";
import { memo, type ReactNode } from "react";
import { LinkButton } from "@/components/ui/link-button";
import { cn } from "@/components/ui/cn";
import { formatDate } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { displayName, roleTypeLabel } from "./labels";

/** Column titles of the back office: small capitals. */
export const columnClass = "md:whitespace-nowrap text-xs font-medium tracking-wide";
/** The cell that leads a card on a phone. */
export const primaryCellClass =
  "pt-2.5 text-left text-base font-medium [overflow-wrap:anywhere]! sm:w-[19%] sm:pt-3.5 sm:text-[0.9375rem]";
/** Up to 1360 px six columns stand close together, beside the menu or without it. */
export const compactTableClass = "sm:max-[85rem]:[&_:is(th,td):not(:first-child)]:px-2.5";
/** A long address must neither push the table apart nor be cut without a trace. */
export const longClass = "text-muted [overflow-wrap:anywhere]! sm:w-[25%] md:min-w-36";

/** People with their verification: the dashboard's five newest and the queue (product 2.10, 2.12). */
export const UserTable = memo(function UserTable({
  label,
  users,
  dimmed = false,
}: {
  label: string;
  users: readonly UserDto[];
  /** What is shown belongs to the former filter; the new answer is on its way. */
  dimmed?: boolean;
}) {
  return (
    <Table
      label={label}
      aria-busy={dimmed || undefined}
      className={cn("transition-opacity", compactTableClass, dimmed && "opacity-60")}
    >
      <UserTableHead />
      <TableBody>
        {users.map((user) => (
          <Tr key={user._id}>
            <Td label={null} className={primaryCellClass}>
              {displayName(user)}
            </Td>
            <Td label="Email" className={longClass}>
              <span className="min-w-0">{user.email}</span>
            </Td>
            <Td label="Role/type" className="xl:whitespace-nowrap">
              {roleTypeLabel(user)}
            </Td>
            <Td label="Submitted" className="figures md:min-w-[7.5rem] xl:whitespace-nowrap">
              {formatDate(user.verification.submittedAt) || <span className="text-muted">Not submitted</span>}
            </Td>
            <Td label="Status">
              {user.role === "admin" ? (
                <span className="text-muted">Not required</span>
              ) : (
                <VerificationBadge status={user.verification.status} />
              )}
            </Td>
            <Td label={null} className="pb-2.5 sm:py-1.5">
              <ViewLink user={user} />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
});

function ViewLink({ user }: { user: UserDto }) {
  return (
    <LinkButton
      href={paths.adminVerificationUser(user._id)}
      variant="secondary"
      size="sm"
      data-row-link=""
      aria-label={`View ${displayName(user)}`}
      className="w-full sm:w-auto"
      // A list of twenty would ask for twenty pages that nobody opens.
      prefetch={false}
    >
      <Eye aria-hidden className="size-4 sm:max-xl:hidden" />
      View
    </LinkButton>
  );
}

const columns = ["FULL NAME", "EMAIL ADDRESS", "ROLE/TYPE", "SUBMITTED", "STATUS", "ACTIONS"];

function UserTableHead() {
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

/** The same table before its rows are there: nothing moves when they come. */
export function UserTableSkeleton({
  rows,
  head = <UserTableHead />,
  cells = columns.length,
  label = "Loading users",
}: {
  rows: number;
  head?: ReactNode;
  cells?: number;
  label?: string;
}) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden>
        <Table label={label} className={compactTableClass}>
          {head}
          <TableBody>
            {Array.from({ length: rows }, (_, row) => (
              <Tr key={row} className="h-60 sm:h-[3.4375rem]">
                {Array.from({ length: cells }, (_, cell) => (
                  <Td key={cell} label={null} className="py-3 sm:py-0">
                    <Skeleton className={cell === 1 ? "w-44 max-w-full" : cell === 0 ? "w-32" : "w-20"} />
                  </Td>
                ))}
              </Tr>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  );
}
