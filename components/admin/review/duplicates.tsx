"use client";

import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/link";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { DuplicateField } from "@/lib/users/dto";
import { formatCount, displayName, roleTypeLabel } from "../labels";
import { useDuplicates } from "../queries";
import { PartFailure } from "./problems";

const names: Record<DuplicateField, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  phone: "phone number",
};
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Other users with the same numbers, shown to the reviewer only (threat 34). */
export function Duplicates({ userId }: { userId: string }) {
  const query = useDuplicates(userId);
  if (query.isError) return <PartFailure title="Could not check for duplicates" query={query} />;
  if (!query.data) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner className="size-4" />
        Checking for duplicates...
      </p>
    );
  }
  const { total, people } = query.data;
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
        {people.map((user) => (
          <li key={user._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink href={paths.adminVerificationUser(user._id)}>{displayName(user)}</TextLink>
            <span className="text-muted">{roleTypeLabel({ ...user, isSuper: false })}</span>
            {user.submittedAt ? (
              <VerificationBadge {...user} />
            ) : (
              <span className="text-muted">Not submitted</span>
            )}
            <span>Matching {list.format(user.fields.map((field) => names[field]))}</span>
          </li>
        ))}
        {total > people.length && (
          <li className="text-muted">Showing the {people.length} closest matches.</li>
        )}
      </ul>
    </Notice>
  );
}
