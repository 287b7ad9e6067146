import type { GuardianDto } from "@/lib/account/guardian/schema";
import type { CaseDto } from "@/lib/review/cases/schema";
import { outcomeLabels, type IdentityChecksDto } from "@/lib/review/identity-checks/schema";
import type { PartReviewsDto } from "@/lib/review/decisions/part-schema";
import type { ScreeningDto } from "@/lib/review/screening/schema";
import type { DuplicatesDto } from "@/lib/users/dto";
import { describeUncleared } from "./describe-uncleared";
import { missingConsent } from "./guardian";

/** What reviewers know of a case. */
export interface CaseKnowledge {
  guardian: GuardianDto;
  screening: ScreeningDto;
  duplicates: DuplicatesDto;
  parts: PartReviewsDto;
  identity: IdentityChecksDto;
  item: CaseDto;
}

const some = (count: number, one: string, several: string) =>
  count === 0 ? null : count === 1 ? one : `${count} ${several}`;

function describeDuplicates({ people, erased }: DuplicatesDto): (string | null)[] {
  const open = people.filter(({ strength, decision }) => strength === "strong" && !decision?.isSettled);
  const rejected = open.find(({ status }) => status === "rejected");
  const refused = erased.some(
    ({ strength, outcome, decision }) =>
      strength === "strong" && outcome === "rejected" && !decision?.isSettled,
  );
  return [
    rejected ? `${rejected.name}, who was rejected, has a strong link to this case.` : null,
    some(
      open.length,
      "1 strong link to another user has not been decided yet.",
      "strong links to other users have not been decided yet.",
    ),
    refused ? "This case matches a rejected verification that was erased." : null,
  ];
}

/** The newest outcome of each identity check that found something else. */
function describeIdentity({ targets, checks }: IdentityChecksDto): string[] {
  return targets.flatMap(({ kind, ordinal, label }) => {
    const newest = checks.find(
      (check) => check.kind === kind && check.ordinal === ordinal && check.outcome !== null,
    );
    return newest?.outcome && newest.outcome !== "matches"
      ? [`Identity check of ${label}: ${outcomeLabels[newest.outcome].toLowerCase()}.`]
      : [];
  });
}

/** Returns what an approval would pass over, a sentence each; empty for a clean case. */
export function describeRisks({
  guardian,
  screening,
  duplicates,
  parts,
  identity,
  item,
}: CaseKnowledge): string[] {
  const flags = parts.current.filter(({ reason }) => reason !== null).length;
  const other = item.claim && !item.claim.isMine ? item.claim.reviewer.name : null;
  return [
    other ? `${other} is working on this case.` : null,
    some(flags, "1 part is flagged.", "parts are flagged."),
    item.followsReset ? "The password was reset by email shortly before the form was submitted." : null,
    missingConsent(guardian),
    describeUncleared(screening),
    ...describeDuplicates(duplicates),
    ...describeIdentity(identity),
  ].filter((risk) => risk !== null);
}
