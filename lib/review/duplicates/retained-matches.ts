import "server-only";
import { db, type Tx } from "@/lib/db/client";
import type { IdentityField } from "@/lib/onboarding/dto";
import {
  identityFacts,
  identitySelect,
  relatedFacts,
  type IdentityFact,
  type IdentityRow,
} from "@/lib/onboarding/link-facts";
import { linkKey, linkStrength, type LinkStrength } from "@/lib/onboarding/link-rules";
import { ownIndex, relatedIndex } from "@/lib/onboarding/retention/indexes";
import { openRetentionCipher } from "@/lib/pii/retention-cipher";
import type { VerificationStatus } from "@/lib/roles";

/** A detail that a user shares with erased data. */
export interface RetainedLink {
  field: IdentityField;
  strength: LinkStrength;
  key: string;
}

/** Erased data that shares identifying details with a user. */
export interface RetainedMatch {
  recordId: string;
  userId: string;
  /** Whether the whole account was erased, not only one of its submissions. */
  accountErased: boolean;
  erasedAt: Date;
  outcome: VerificationStatus;
  decidedAt: Date | null;
  reason: string | null;
  links: RetainedLink[];
}

/** The maximum number of matches returned. */
const MAX_MATCHES = 20;

/**
 * Returns the blind indexes that match a user in retained records, with their meaning. A user's own value is not weak, even if a relative
 * shares it.
 */
function searchedIndexes(user: IdentityRow): Map<string, RetainedLink> {
  const [own, related] = [identityFacts(user), relatedFacts(user)];
  const link = (fact: IdentityFact, isRelated: boolean) => toLink(fact.field, isRelated, ownIndex(fact));
  return new Map([
    ...[...related, ...own].map((fact) => [relatedIndex(fact), link(fact, true)] as const),
    ...related.map((fact) => [ownIndex(fact), link(fact, true)] as const),
    ...own.map((fact) => [ownIndex(fact), link(fact, false)] as const),
  ]);
}

type Row = Omit<RetainedMatch, "links" | "reason"> &
  Record<"retentionKey" | "reasonCipher", string> & { indexes: string[] };

/**
 * Returns the retained records of other users that match this one, strongest first. For reviewers only. Pass the user's identifying details
 * as `user` if they are already loaded.
 */
export async function findRetainedMatches(
  userId: string,
  reader: Tx | typeof db = db,
  user?: IdentityRow,
): Promise<RetainedMatch[]> {
  user ??= await reader.user.findUniqueOrThrow({ where: { id: userId }, select: identitySelect });
  const links = searchedIndexes(user);
  const given = [...links.keys()];
  const [strong, medium] = (["strong", "medium"] as const).map((strength) =>
    given.filter((index) => links.get(index)?.strength === strength),
  );
  const rows = await reader.$queryRaw<Row[]>`
    SELECT r.id AS "recordId", r.user_id AS "userId", u.id IS NULL AS "accountErased", erased_at AS "erasedAt", outcome,
      decided_at AS "decidedAt", retention_key AS "retentionKey", reason_cipher AS "reasonCipher", indexes
    FROM retained_records r LEFT JOIN users u ON u.id = r.user_id
    WHERE indexes && ${given}::text[] AND r.user_id <> ${userId}::uuid
    ORDER BY (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${strong}::text[])) DESC,
      (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${medium}::text[])) DESC, erased_at DESC, r.id
    LIMIT ${MAX_MATCHES}`;
  return rows.map(({ retentionKey, reasonCipher, indexes, ...match }) => ({
    ...match,
    reason: openRetentionCipher(match.recordId, retentionKey).open("reason_cipher", reasonCipher) || null,
    links: distinctLinks(indexes.flatMap((index) => links.get(index) ?? [])),
  }));
}

function toLink(field: IdentityField, isRelated: boolean, index: string): RetainedLink {
  const strength = linkStrength(field, isRelated);
  return { field, strength, key: linkKey(field, strength, index.slice(0, 12)) };
}

const distinctLinks = (links: readonly RetainedLink[]): RetainedLink[] => [
  ...new Map(links.map((link) => [link.key, link])).values(),
];
