import { Eye } from "lucide-react";
import { displayName, personOf, roleTypeLabel } from "@/components/admin/labels";
import type { ListedUser } from "@/components/admin/queries";
import { CaseMarks } from "@/components/admin/review/case-marks";
import { ClaimLabel } from "@/components/admin/review/cases/claim-label";
import { DeadlineBadge } from "@/components/admin/review/deadline-badge";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { VerificationBadge } from "@/components/onboarding/status";
import { EmailAddress } from "@/components/ui/email-address";
import { Badge } from "@/components/ui/badge";
import { formatDate, formatShortDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Waiting } from "@/components/ui/waiting";
import { joinWords } from "@/lib/join-words";
import { paths } from "@/lib/routes/paths";
import type { UserSummaryDto } from "@/lib/users/dto";

export const userKey = (user: UserSummaryDto) => user._id;

/** The columns of the lists of users (product 2.10-2.12). */
export const userColumns = {
  name: {
    title: "FULL NAME",
    label: null,
    className: cellClass.primary,
    cell: (user) => {
      const person = personOf(user);
      return (
        <span translate="no">
          <span>{displayName(user)}</span>
          {person && <span className="block text-sm font-normal text-muted">{person}</span>}
        </span>
      );
    },
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
  /** Until there is a decision, the deadline and the waiting time are shown below the date. */
  submitted: {
    title: "SUBMITTED",
    label: "Submitted",
    className: cellClass.date,
    cell: ({ verification: { status, submittedAt, dueAt } }) =>
      submittedAt ? (
        <span>
          <span>{formatDate(submittedAt)}</span>
          {status === "pending" && (
            <span className="block text-sm text-muted sm:whitespace-nowrap">
              <Waiting since={submittedAt} />
              {dueAt && <span>{`, due ${formatShortDate(dueAt)}`}</span>}
            </span>
          )}
          <DeadlineBadge dueAt={dueAt} className="mt-1" />
        </span>
      ) : (
        <span className="text-muted">Not submitted</span>
      ),
  },
  status: {
    title: "STATUS",
    label: "Status",
    cell: ({ role, verification, isClosed, claim, marks = [], samePerson = [] }) =>
      role === "admin" ? (
        <span className="text-muted">Not required</span>
      ) : (
        <span>
          <span className="inline-flex flex-wrap gap-1.5 max-sm:justify-end">
            <VerificationBadge {...verification} />
            {isClosed && <Badge tone="neutral">Closed</Badge>}
            <CaseMarks marks={marks} />
          </span>
          {samePerson.length > 0 && (
            <span className="mt-1 block text-sm [overflow-wrap:anywhere]">{`Same person as ${joinWords(samePerson)}`}</span>
          )}
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
        // The link covers its row, so that clicking anywhere on the row opens the submission.
        className="w-full after:absolute after:inset-0 sm:w-auto"
        // Otherwise a list of twenty users would prefetch twenty pages.
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
