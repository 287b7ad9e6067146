"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { VerificationBadge } from "@/components/verification/status";
import { verdictLabels } from "@/lib/review/duplicates/schema";
import { describeShared } from "@/lib/review/decisions/schema";
import { paths } from "@/lib/routes/paths";
import type { DuplicateDecisionDto, DuplicateDto, ErasedMatchDto } from "@/lib/users/dto";
import { formatCount, displayName, roleTypeLabel } from "../../labels";
import { useDuplicates } from "../queries";
import { describeFields, describeLinks, strengthLabels } from "./describe-links";
import { DuplicateDialog, type DuplicatePair } from "./duplicate-dialog";
import { PartFailure } from "../problems";
import { QuotedNote } from "../quoted-note";

type Decide = ((pair: DuplicatePair) => void) | undefined;
const isSettled = ({ decision }: { decision: DuplicateDecisionDto | null }) => decision?.isSettled === true;

/** Other users and erased accounts with something in common, shown to the reviewer only (threat 34, product 10.20). */
export function Duplicates({ userId }: { userId: string }) {
  const query = useDuplicates(userId);
  const [pair, setPair] = useState<DuplicatePair | null>(null);
  if (query.isError) return <PartFailure title="Could not check for duplicates" query={query} />;
  if (!query.data) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner className="size-4" />
        Checking for duplicates...
      </p>
    );
  }
  const { total, undecided, people, erased, sharedWithViewer } = query.data;
  if (total === 0 && erased.length === 0 && sharedWithViewer.length === 0)
    return <p className="text-sm text-muted">No other account uses these numbers</p>;
  // The server checks again whether the viewer shares anything with the case.
  const decide: Decide = sharedWithViewer.length > 0 ? undefined : setPair;
  const open = {
    people: people.filter((row) => !isSettled(row)),
    erased: erased.filter((row) => !isSettled(row)),
  };
  const settled = { people: people.filter(isSettled), erased: erased.filter(isSettled) };
  const settledCount = total - undecided + settled.erased.length;
  return (
    <>
      {sharedWithViewer.length > 0 && (
        <Notice tone="danger" title="You cannot decide on this applicant">
          {describeShared(sharedWithViewer)}
        </Notice>
      )}
      {open.erased.length > 0 && (
        <Notice
          tone="warning"
          title={
            open.erased.length === 1
              ? "This matches erased data"
              : `This matches erased data of ${open.erased.length} verifications`
          }
        >
          <ErasedMatches erased={open.erased} decide={decide} />
        </Notice>
      )}
      {undecided > 0 && (
        <Notice
          tone="warning"
          title={
            undecided === 1
              ? "Possible duplicate: 1 other user has matching details"
              : `Possible duplicates: ${formatCount(undecided)} other users have matching details`
          }
        >
          <People userId={userId} people={open.people} decide={decide} />
          {undecided > open.people.length && (
            <p className="mt-2 text-muted">{`Showing the ${open.people.length} closest matches.`}</p>
          )}
        </Notice>
      )}
      {settledCount > 0 && (
        <details className="rounded-card border border-line bg-surface px-4 py-2.5 text-[0.9375rem] leading-6">
          <summary className="w-fit cursor-pointer py-1 font-medium">
            {settledCount === 1
              ? "1 possible duplicate is decided"
              : `${formatCount(settledCount)} possible duplicates are decided`}
          </summary>
          <div className="mt-2 grid gap-2 pb-1">
            <ErasedMatches erased={settled.erased} decide={decide} />
            <People userId={userId} people={settled.people} decide={decide} />
          </div>
        </details>
      )}
      {pair && <DuplicateDialog userId={userId} pair={pair} onClose={() => setPair(null)} />}
    </>
  );
}

interface PeopleProps {
  userId: string;
  people: readonly DuplicateDto[];
  decide: Decide;
}

const People = ({ userId, people, decide }: PeopleProps) => (
  <ul className="mt-1 grid gap-3">
    {people.map((user) => (
      <li key={user._id} className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink href={paths.adminVerificationUser(user._id)}>{displayName(user)}</TextLink>
          <span className="text-muted">{roleTypeLabel({ ...user, isSuper: false })}</span>
          {user.submittedAt ? (
            <VerificationBadge {...user} />
          ) : (
            <span className="text-muted">Not submitted</span>
          )}
          <Badge tone={user.strength === "strong" ? "danger" : "neutral"}>
            {strengthLabels[user.strength]}
          </Badge>
        </div>
        {describeLinks(user.links, displayName(user)).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <DecisionText decision={user.decision} />
        <div className="flex flex-wrap gap-2">
          <LinkButton
            href={paths.adminCompare(userId, user._id)}
            variant="secondary"
            size="sm"
            aria-label={`Compare with ${displayName(user)}`}
          >
            Compare
          </LinkButton>
          {decide && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${user.decision ? "Decide again" : "Decide"} about ${displayName(user)}`}
              onClick={() => decide({ ...user, other: { otherId: user._id }, name: displayName(user) })}
            >
              {user.decision ? "Decide again" : "Decide"}
            </Button>
          )}
        </div>
      </li>
    ))}
  </ul>
);

/** Shows `Household, decided by Ada Obi on 2 March 2026`, and why it is asked again. */
export const DecisionText = ({ decision }: { decision: DuplicateDecisionDto | null }) =>
  decision && (
    <p>
      <span className="font-medium">{verdictLabels[decision.verdict]}</span>
      <span>{`, decided by ${decision.decidedBy ?? "a former reviewer"} on ${formatDate(decision.decidedAt)}${!decision.isSettled ? ". Since then, something else is the same." : ""}`}</span>
      {decision.note && <QuotedNote>{decision.note}</QuotedNote>}
    </p>
  );

/** Erased accounts and submissions with the same details, and how they ended (threat 54). */
const ErasedMatches = ({ erased, decide }: { erased: readonly ErasedMatchDto[]; decide: Decide }) => (
  <ul className="mt-1 grid gap-3">
    {erased.map((match) => (
      <li key={match._id} className="grid gap-1">
        <div>
          <span>{describeErased(match)}</span>
          {match.reason && <QuotedNote>{match.reason}</QuotedNote>}
        </div>
        <DecisionText decision={match.decision} />
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={match.strength === "strong" ? "danger" : "neutral"}>
            {strengthLabels[match.strength]}
          </Badge>
          {decide && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${match.decision ? "Decide again" : "Decide"} about the erased data of ${formatDate(match.erasedAt)}`}
              onClick={() =>
                decide({ ...match, other: { recordId: match._id }, name: "the owner of the erased data" })
              }
            >
              {match.decision ? "Decide again" : "Decide"}
            </Button>
          )}
        </div>
      </li>
    ))}
  </ul>
);

/** Returns a text such as `An erased account with the same NIN was rejected on 3 March 2026:`. */
function describeErased(match: ErasedMatchDto): string {
  const { accountErased, fields, links, outcome, decidedAt, erasedAt, reason } = match;
  const what = accountErased ? "An erased account" : "An erased submission of another account";
  const same =
    fields.length > 0
      ? `with ${describeFields(fields)}`
      : `with ${describeFields(links.map(({ field }) => field))}, of a person whom one of them named,`;
  if (!decidedAt) return `${what} ${same} was erased on ${formatDate(erasedAt)}, before a decision.`;
  return `${what} ${same} was ${outcome} on ${formatDate(decidedAt)}${reason ? ":" : "."}`;
}
