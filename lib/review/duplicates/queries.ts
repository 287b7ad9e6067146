import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import { maskNumbersIn } from "@/lib/mask";
import { identityFields } from "@/lib/onboarding/dto";
import type { IdentityRow } from "@/lib/onboarding/link-facts";
import { linkStrengths } from "@/lib/onboarding/link-rules";
import { findUserForViewer } from "@/lib/users/admin-queries";
import type { DuplicateLinkDto, DuplicatesDto } from "@/lib/users/dto";
import type { Viewer } from "@/lib/viewer";
import { findConflictsAndIdentity } from "@/lib/users/conflicts";
import { findLinkedUsers, strongest } from "./linked-users";
import { findRetainedMatches, type RetainedMatch } from "./retained-matches";
import { decisionInclude, toDecisionDto } from "./serialize";

/** Returns the shared fields, without weak links, in the order of `identityFields`. */
const fieldsOf = (links: readonly Pick<DuplicateLinkDto, "field" | "strength">[]) =>
  identityFields.filter((field) => links.some((link) => link.field === field && link.strength !== "weak"));

const byField = (a: DuplicateLinkDto, b: DuplicateLinkDto) =>
  linkStrengths.indexOf(a.strength) - linkStrengths.indexOf(b.strength) ||
  identityFields.indexOf(a.field) - identityFields.indexOf(b.field);

/**
 * Returns the details that a user shares with other users, and with erased accounts and submissions (threat 54), including reviewers'
 * decisions on them (product 10.20). Accounts with an unverified email address are ignored. The read of each listed user is recorded
 * (threat 51). Visible to reviewers only; accounts of administrators are visible to super administrators only. Throws NOT_FOUND.
 */
export async function findDuplicates(
  viewer: Viewer,
  userId: string,
  otherId?: string,
): Promise<DuplicatesDto> {
  const user = await findUserForViewer(viewer, userId);
  const { duplicates, subjects } = await readDuplicates(viewer, user, otherId);
  await recordReads(viewer, subjects);
  return duplicates;
}

/** Returns the details that a user shares with other users, the reads to record, and the user's own identifying details. */
export async function readDuplicates(
  viewer: Viewer,
  user: { id: string; currentSubmissionId: string | null },
  otherId?: string,
): Promise<{
  duplicates: DuplicatesDto;
  subjects: { subjectId: string; part: "duplicate" }[];
  identity: IdentityRow;
}> {
  const userId = user.id;
  const rows = await findLinkedUsers(db, user, { isSuper: viewer.isSuper, otherId });
  const { identity, conflicts } = await findConflictsAndIdentity(db, viewer.userId, userId);
  const erased = otherId ? [] : await findRetainedMatches(userId, db, identity);
  const ids = new Set([...rows.map(({ id }) => id), ...erased.map((match) => match.userId)]);
  const subjects = [...ids].map((subjectId) => ({ subjectId, part: "duplicate" as const }));
  const decisionIds = rows.flatMap(({ decisionId }) => decisionId ?? []);
  const recordIds = erased.map(({ recordId }) => recordId);
  const decisions =
    decisionIds.length + recordIds.length === 0
      ? []
      : await db.duplicateDecision.findMany({
          relationLoadStrategy: "join",
          where: { OR: [{ id: { in: decisionIds } }, { userId, recordId: { in: recordIds } }] },
          include: decisionInclude,
        });
  const decided = (
    links: readonly Pick<DuplicateLinkDto, "key">[],
    isOf: (row: (typeof decisions)[number]) => boolean,
  ) => {
    const row = decisions.find(isOf);
    return row ? toDecisionDto(row, links) : null;
  };
  const duplicates = {
    total: rows[0]?.total ?? 0,
    undecided: rows[0]?.undecided ?? 0,
    people: rows.map(({ id, submittedAt, links, decisionId, total: _, undecided: __, ...row }) => ({
      _id: id,
      ...row,
      submittedAt: submittedAt?.toISOString() ?? null,
      strength: strongest(links),
      fields: fieldsOf(links),
      links: links.toSorted(byField),
      decision: decided(links, (decision) => decision.id === decisionId),
    })),
    sharedWithViewer: conflicts,
    erased: erased.map((match) => ({
      ...toErasedMatch(match),
      decision: decided(match.links, (decision) => decision.recordId === match.recordId),
    })),
  };
  return { duplicates, subjects, identity };
}

const toErasedMatch = ({
  recordId,
  userId: _,
  erasedAt,
  decidedAt,
  reason,
  links,
  ...match
}: RetainedMatch) => ({
  _id: recordId,
  ...match,
  // The reviewer may have typed one of the applicant's numbers, which must be revealed only with a reason (threat 52).
  reason: reason && maskNumbersIn(reason),
  erasedAt: erasedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  strength: strongest(links),
  fields: fieldsOf(links),
  links,
});
