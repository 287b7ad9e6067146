"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/link";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { DuplicateField } from "@/lib/users/dto";
import { formatCount, displayName, roleTypeLabel } from "../labels";
import { useDuplicates } from "../queries";

const names: Record<DuplicateField, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  phone: "phone number",
};
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Others who gave the same numbers: for the reviewer to weigh; the applicant is told nothing (threat 34). */
export function Duplicates({ userId }: { userId: string }) {
  const duplicates = useDuplicates(userId);
  if (duplicates.isError) {
    return (
      <Notice
        tone="warning"
        role="status"
        title="Could not check for duplicates"
        action={
          <Button
            variant="secondary"
            size="sm"
            busy={duplicates.isFetching}
            onClick={() => void duplicates.refetch()}
          >
            Try again
          </Button>
        }
      >
        {duplicates.error.message}
      </Notice>
    );
  }
  if (!duplicates.data) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner className="size-4" />
        Checking for duplicates...
      </p>
    );
  }
  const { total, people: found } = duplicates.data;
  if (total === 0) return <p className="text-sm text-muted">No other account uses these numbers</p>;
  return (
    <Notice
      tone="warning"
      title={
        total === 1
          ? "Possible duplicate: 1 other user has matching details"
          : `Possible duplicates: ${formatCount(total)} other users have matching details`
      }
    >
      <ul className="mt-1 grid gap-2">
        {found.map((person) => (
          <li key={person._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink href={paths.adminVerificationUser(person._id)}>{displayName(person)}</TextLink>
            <span className="text-muted">{roleTypeLabel({ ...person, isSuper: false })}</span>
            {person.submittedAt ? (
              <VerificationBadge {...person} />
            ) : (
              <span className="text-muted">Not submitted</span>
            )}
            <span>Matching {list.format(person.fields.map((field) => names[field]))}</span>
          </li>
        ))}
        {total > found.length && <li className="text-muted">Showing the {found.length} closest matches.</li>}
      </ul>
    </Notice>
  );
}
