"use client";

import { Notice } from "@/components/ui/notice";
import { formatDate } from "@/components/ui/format";
import { describeShared } from "@/lib/review/schema";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/link";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { DuplicatesDto, ErasedMatchDto } from "@/lib/users/dto";
import type { IdentityField } from "@/lib/verification/dto";
import { formatCount, displayName, roleTypeLabel } from "../labels";
import { useDuplicates } from "../queries";
import { PartFailure } from "./problems";

const names: Record<IdentityField, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  phone: "phone number",
  email: "email address",
  document: "document",
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
  const { total, people, erased, sharedWithViewer } = query.data;
  if (total === 0 && erased.length === 0 && sharedWithViewer.length === 0)
    return <p className="text-sm text-muted">No other account uses these numbers</p>;
  return (
    <>
      {sharedWithViewer.length > 0 && (
        <Notice tone="danger" title="You cannot decide on this applicant">
          {describeShared(sharedWithViewer)}
        </Notice>
      )}
      {erased.length > 0 && <ErasedMatches erased={erased} />}
      {total > 0 && <People total={total} people={people} />}
    </>
  );
}

function People({ total, people }: Pick<DuplicatesDto, "total" | "people">) {
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

/** Erased accounts and submissions with the same details, and how they ended (threat 54). */
const ErasedMatches = ({ erased }: { erased: readonly ErasedMatchDto[] }) => (
  <Notice
    tone="warning"
    title={
      erased.length === 1
        ? "This matches erased data"
        : `This matches erased data of ${erased.length} verifications`
    }
  >
    <ul className="mt-1 grid gap-2">
      {erased.map((match) => (
        <li key={`${match.erasedAt}-${match.decidedAt}`}>
          {describeErased(match)}
          {match.reason && (
            <q className="mt-0.5 block whitespace-pre-line text-muted [quotes:'\201C'_'\201D']">
              {match.reason}
            </q>
          )}
        </li>
      ))}
    </ul>
  </Notice>
);

/** `An erased account with the same NIN was rejected on 3 March 2026:` */
function describeErased({
  accountErased,
  fields,
  outcome,
  decidedAt,
  erasedAt,
  reason,
}: ErasedMatchDto): string {
  const what = accountErased ? "An erased account" : "An erased submission of another account";
  const same = `with the same ${list.format(fields.map((field) => names[field]))}`;
  if (!decidedAt) return `${what} ${same} was erased on ${formatDate(erasedAt)}, before a decision.`;
  return `${what} ${same} was ${outcome} on ${formatDate(decidedAt)}${reason ? ":" : "."}`;
}
