import { Ellipsis, Eye } from "lucide-react";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { IconButton } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Waiting } from "@/components/ui/waiting";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName, roleTypeLabel } from "./labels";

/** Columns of the lists of users (product 2.10-2.12), which choose among them. */
type UserColumn = Column<UserSummaryDto>;

export const userKey = (user: UserSummaryDto) => user._id;

export const nameColumn: UserColumn = {
  title: "FULL NAME",
  label: null,
  className: cellClass.primary,
  cell: displayName,
};

export const emailColumn: UserColumn = {
  title: "EMAIL ADDRESS",
  label: "Email",
  className: cellClass.long,
  cell: ({ email }) => <EmailAddress email={email} />,
};

export const roleColumn: UserColumn = {
  title: "ROLE/TYPE",
  label: "Role/type",
  className: "xl:whitespace-nowrap",
  cell: roleTypeLabel,
};

/** How long the applicant has waited stands below the date until there is a decision. */
export const submittedColumn: UserColumn = {
  title: "SUBMITTED",
  label: "Submitted",
  className: cellClass.date,
  cell: ({ verification: { status, submittedAt } }) =>
    submittedAt ? (
      <span>
        {formatDate(submittedAt)}
        {status === "pending" && <Waiting since={submittedAt} className="block text-sm text-muted" />}
      </span>
    ) : (
      <span className="text-muted">Not submitted</span>
    ),
};

export const statusColumn: UserColumn = {
  title: "STATUS",
  label: "Status",
  cell: ({ role, verification }) =>
    role === "admin" ? (
      <span className="text-muted">Not required</span>
    ) : (
      <VerificationBadge {...verification} />
    ),
};

export const joinedColumn: UserColumn = {
  title: "JOINED",
  label: "Joined",
  className: cellClass.date,
  cell: ({ createdAt }) => formatDate(createdAt),
};

export const viewColumn: UserColumn = {
  title: "ACTIONS",
  label: null,
  className: "pb-2.5 sm:py-1.5",
  cell: (user) => (
    <LinkButton
      href={paths.adminVerificationUser(user._id)}
      variant="secondary"
      size="sm"
      data-row-link=""
      aria-label={`View ${displayName(user)}`}
      className="w-full sm:w-auto"
      // A list of twenty would fetch twenty pages that are not opened.
      prefetch={false}
    >
      <Eye aria-hidden className="size-4 sm:max-xl:hidden" />
      View
    </LinkButton>
  ),
};

/** The button of a row's menu. Menu passes it the rest. */
export const actionsButton = (user: UserSummaryDto) => (
  <IconButton label={`Actions for ${displayName(user)}`} data-actions={user._id}>
    <Ellipsis aria-hidden className="size-5" />
  </IconButton>
);

/** The five most recent users and the queue. */
export const reviewColumns = [nameColumn, emailColumn, roleColumn, submittedColumn, statusColumn, viewColumn];
