"use client";

import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/link";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { DuplicateField } from "@/lib/users/dto";
import { nameOf, roleTypeLabel } from "../labels";
import { useDuplicates } from "../queries";

const names: Record<DuplicateField, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  phone: "phone number",
};
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Others who gave the same numbers: for the reviewer to weigh; the applicant is told nothing (TRUST 34). */
export function Duplicates({ userId }: { userId: string }) {
  const duplicates = useDuplicates(userId);
  if (duplicates.isError) {
    return (
      <Notice tone="warning" role="status" title="Possible duplicates could not be looked up">
        {duplicates.error.message}
      </Notice>
    );
  }
  const found = duplicates.data ?? [];
  if (found.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={
        found.length === 1
          ? "Possible duplicate: somebody else gave the same numbers"
          : `Possible duplicates: ${found.length} others gave the same numbers`
      }
    >
      <ul className="mt-1 grid gap-2">
        {found.map((person) => (
          <li key={person._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink href={paths.adminVerificationUser(person._id)}>{nameOf(person)}</TextLink>
            <span className="text-muted">{roleTypeLabel({ ...person, isSuper: false })}</span>
            {person.submittedAt ? (
              <VerificationBadge status={person.status} />
            ) : (
              <span className="text-muted">Nothing submitted</span>
            )}
            <span>Same {list.format(person.fields.map((field) => names[field]))}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
