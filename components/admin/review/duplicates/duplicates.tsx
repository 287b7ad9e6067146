"use client";

import { VerificationBadge } from "@/components/onboarding/status";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { describeFields, describeLinks, strengthLabels } from "@/lib/review/duplicates/link-labels";
import { verdictLabels } from "@/lib/review/duplicates/schema";
import { paths } from "@/lib/routes/paths";
import type { DuplicateDecisionDto, DuplicateDto, ErasedMatchDto } from "@/lib/users/dto";
import { displayName, personOf, roleTypeLabel } from "../../labels";
import { QuotedNote } from "../quoted-note";
import type { DuplicatePair } from "./duplicate-dialog";

interface DecideProps {
  decide: ((pair: DuplicatePair) => void) | undefined;
}

/** Shows another user who shares identifying details, to the reviewer only (threat 34, product 10.20). */
export const Person = ({
  userId,
  person,
  decide,
}: DecideProps & { userId: string; person: DuplicateDto }) => (
  <div className="grid gap-1">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TextLink href={paths.adminVerificationUser(person._id)}>{displayName(person)}</TextLink>
      {personOf(person) && <span translate="no">{personOf(person)}</span>}
      <span className="text-muted">{roleTypeLabel({ ...person, isSuper: false })}</span>
      {person.submittedAt ? (
        <VerificationBadge {...person} />
      ) : (
        <span className="text-muted">Not submitted</span>
      )}
      <Badge tone={person.strength === "strong" ? "danger" : "neutral"}>
        {strengthLabels[person.strength]}
      </Badge>
    </div>
    {describeLinks(person.links, displayName(person)).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <DecisionText decision={person.decision} />
    <div className="flex flex-wrap gap-2">
      <LinkButton
        href={paths.adminCompare(userId, person._id)}
        variant="secondary"
        size="sm"
        aria-label={`Compare with ${displayName(person)}`}
      >
        Compare
      </LinkButton>
      {decide && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`${person.decision ? "Decide again" : "Decide"} on ${displayName(person)}`}
          onClick={() => decide({ ...person, other: { otherId: person._id }, name: displayName(person) })}
        >
          {person.decision ? "Decide again" : "Decide"}
        </Button>
      )}
    </div>
  </div>
);

/** Shows `Household, decided by Ada Obi on 2 March 2026`, and why it must be decided again. */
export const DecisionText = ({ decision }: { decision: DuplicateDecisionDto | null }) =>
  decision && (
    <p>
      <span className="font-medium">{verdictLabels[decision.verdict]}</span>
      <span>{`, decided by ${decision.decidedBy ?? "a former reviewer"} on ${formatDate(decision.decidedAt)}${!decision.isSettled ? ". Another detail has matched since." : ""}`}</span>
      {decision.note && <QuotedNote>{decision.note}</QuotedNote>}
    </p>
  );

/** Shows an erased account or submission with the same details, and its outcome (threat 54). */
export const ErasedMatch = ({ match, decide }: DecideProps & { match: ErasedMatchDto }) => (
  <div className="grid gap-1">
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
          aria-label={`${match.decision ? "Decide again" : "Decide"} on the data erased on ${formatDate(match.erasedAt)}`}
          onClick={() =>
            decide({ ...match, other: { recordId: match._id }, name: "the owner of the erased data" })
          }
        >
          {match.decision ? "Decide again" : "Decide"}
        </Button>
      )}
    </div>
  </div>
);

/** Returns a text such as `An erased account with the same NIN was rejected on 3 March 2026:`. */
function describeErased(match: ErasedMatchDto): string {
  const { accountErased, fields, links, outcome, decidedAt, erasedAt, reason } = match;
  const what = accountErased ? "An erased account" : "An erased submission of another account";
  const same =
    fields.length > 0
      ? `with ${describeFields(fields)}`
      : `with ${describeFields(links.map(({ field }) => field))}, of a person named in one of the two,`;
  if (!decidedAt) return `${what} ${same} was erased on ${formatDate(erasedAt)}, before a decision.`;
  return `${what} ${same} was ${outcome} on ${formatDate(decidedAt)}${reason ? ":" : "."}`;
}
