import { Eye } from "lucide-react";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { EmailAddress } from "@/components/ui/email-address";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Waiting } from "@/components/ui/waiting";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { UserSummaryDto } from "@/lib/users/dto";
import { ClaimLabel } from "./review/cases/claim-label";
import { DeadlineBadge } from "./deadline-badge";
import { displayName, roleTypeLabel } from "./labels";
import type { ListedUser } from "./queries";

export const userKey = (user: UserSummaryDto) => user._id;

/** The columns of the lists of users (product 2.10-2.12). */
export const userColumns = {
  name: {
    title: "FULL NAME",
    label: null,
    className: cellClass.primary,
    cell: (user) => <span translate="no">{displayName(user)}</span>,
  },
  email: {
    title: "EMAIL ADDRESS",
    label: "Email",
    className: cellClass.long,
    cell: ({ email }) => <EmailAddress email={email} />,
  },
  role: {
    title: "ROLE/TYPE",
    label: "Role/type",
    className: "xl:whitespace-nowrap",
    cell: roleTypeLabel,
  },
  /** The waiting time is shown below the date until there is a decision. */
  submitted: {
    title: "SUBMITTED",
    label: "Submitted",
    className: cellClass.date,
    cell: ({ verification: { status, submittedAt } }) =>
      submittedAt ? (
        <span>
          <span>{formatDate(submittedAt)}</span>
          {status === "pending" && <Waiting since={submittedAt} className="block text-sm text-muted" />}
        </span>
      ) : (
        <span className="text-muted">Not submitted</span>
      ),
  },
  status: {
    title: "STATUS",
    label: "Status",
    cell: ({ role, verification, claim }) =>
      role === "admin" ? (
        <span className="text-muted">Not required</span>
      ) : (
        <span>
          <span className="inline-flex flex-wrap gap-1.5">
            <VerificationBadge {...verification} />
            <DeadlineBadge dueAt={verification.dueAt} />
          </span>
          {claim && <ClaimLabel claim={claim} />}
        </span>
      ),
  },
  joined: {
    title: "JOINED",
    label: "Joined",
    className: cellClass.date,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  view: {
    title: "ACTIONS",
    label: null,
    className: "pb-2.5 sm:py-1.5",
    cell: (user) => (
      <LinkButton
        href={paths.adminVerificationUser(user._id)}
        variant="secondary"
        size="sm"
        data-row-link={user._id}
        aria-label={`View ${displayName(user)}`}
        className="w-full sm:w-auto"
        // A list of twenty users would prefetch twenty pages.
        prefetch={false}
      >
        <Eye aria-hidden className="size-4 sm:max-xl:hidden" />
        View
      </LinkButton>
    ),
  },
} satisfies Record<string, Column<ListedUser>>;

const { name, email, role, submitted, status, view } = userColumns;
/** The columns of the recent users and of the queue. */
export const reviewColumns = [name, email, role, submitted, status, view];
