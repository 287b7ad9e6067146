import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { alikePairs, findPictures, type Picture } from "@/lib/files/similar-pictures";
import { openRetentionCipher, retentionIndex } from "@/lib/pii/retention-cipher";
import type { VerificationStatus } from "@/lib/roles";
import type { IdentityField } from "@/lib/verification/dto";
import {
  identityFacts,
  identitySelect,
  relatedFacts,
  type IdentityFact,
  type IdentityRow,
} from "@/lib/verification/identity";
import { linkKey, linkStrength, type LinkStrength } from "@/lib/verification/identity-links";
import { openRetainedBody } from "@/lib/verification/retained-records";
import { bandIndexes, ownIndex, relatedIndex } from "@/lib/verification/retention-indexes";

/** Something that a user and erased data have in common. */
export interface RetainedLink {
  field: IdentityField;
  strength: LinkStrength;
  key: string;
}

/** Erased data that has something in common with a user. */
export interface RetainedMatch {
  recordId: string;
  userId: string;
  /** Whether the whole account was erased, not only a submission of it. */
  accountErased: boolean;
  erasedAt: Date;
  outcome: VerificationStatus;
  decidedAt: Date | null;
  reason: string | null;
  links: RetainedLink[];
}

/** The maximum number of matches returned. */
const MAX_MATCHES = 20;
/** A bound on the records read for them: some have a column of a picture in common by chance. */
const MAX_CANDIDATES = 200;

/** The indexes in records that match a user, with what they mean. A value of the user's own is not weak because a relative has it, too. */
function searchedIndexes(user: IdentityRow): Map<string, RetainedLink> {
  const [own, related] = [identityFacts(user), relatedFacts(user)];
  const link = (fact: IdentityFact, isRelated: boolean) => toLink(fact.field, isRelated, ownIndex(fact));
  return new Map([
    ...[...related, ...own].map((fact) => [relatedIndex(fact), link(fact, true)] as const),
    ...related.map((fact) => [ownIndex(fact), link(fact, true)] as const),
    ...own.map((fact) => [ownIndex(fact), link(fact, false)] as const),
  ]);
}

/** By what a user is recognised in a record: indexes of their values, each with its link, and their pictures. */
interface Traces {
  links: Map<string, RetainedLink>;
  pictures: Picture[];
  bands: string[];
}

async function loadTraces(userId: string, reader: Tx | typeof db): Promise<Traces> {
  const user = await reader.user.findUniqueOrThrow({ where: { id: userId }, select: identitySelect });
  const pictures = await findPictures(reader, { userId });
  return { links: searchedIndexes(user), pictures, bands: bandIndexes(pictures) };
}

/** The sealed body only of a record in which an index suggests a similar picture. */
type Row = Omit<RetainedMatch, "links" | "reason"> &
  Record<"retentionKey" | "reasonCipher", string> & { bodyCipher: string | null; indexes: string[] };

/** Records of other users with at least one of the indexes, those with the most strong links first, then those with similar pictures. */
function findCandidates(reader: Tx | typeof db, userId: string, { links, bands }: Traces): Promise<Row[]> {
  const given = [...links.keys(), ...bands];
  const [strong, medium] = (["strong", "medium"] as const).map((strength) =>
    given.filter((index) => links.get(index)?.strength === strength),
  );
  return reader.$queryRaw<Row[]>`
    SELECT r.id AS "recordId", r.user_id AS "userId", u.id IS NULL AS "accountErased", erased_at AS "erasedAt", outcome,
      decided_at AS "decidedAt", retention_key AS "retentionKey", reason_cipher AS "reasonCipher",
      CASE WHEN indexes && ${bands}::text[] THEN body_cipher END AS "bodyCipher", indexes
    FROM retained_records r LEFT JOIN users u ON u.id = r.user_id
    WHERE indexes && ${given}::text[] AND r.user_id <> ${userId}::uuid
    ORDER BY (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${strong}::text[])) DESC,
      (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${medium}::text[])) DESC,
      (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${bands}::text[])) DESC, erased_at DESC, r.id
    LIMIT ${MAX_CANDIDATES}`;
}

/** Pictures in the record that look like one of the user's. */
function pictureLinks({ recordId: id, retentionKey, bodyCipher }: Row, { pictures }: Traces) {
  if (bodyCipher === null) return [];
  const { pictures: erased = [] } = openRetainedBody({ id, retentionKey, bodyCipher });
  return alikePairs(pictures, erased).map((contents) =>
    toLink("picture", false, retentionIndex("picture", contents)),
  );
}

function toMatch(row: Row, traces: Traces): RetainedMatch {
  const { retentionKey, reasonCipher, bodyCipher: _, indexes, ...match } = row;
  const equal = indexes.flatMap((index) => traces.links.get(index) ?? []);
  return {
    ...match,
    reason: openRetentionCipher(row.recordId, retentionKey).open("reason_cipher", reasonCipher) || null,
    links: distinctLinks([...equal, ...pictureLinks(row, traces)]),
  };
}

/** Retained records of other users that match this one, the strongest matches first. For reviewers only. */
export async function findRetainedMatches(
  userId: string,
  reader: Tx | typeof db = db,
): Promise<RetainedMatch[]> {
  const traces = await loadTraces(userId, reader);
  const candidates = await findCandidates(reader, userId, traces);
  return candidates
    .map((row) => toMatch(row, traces))
    .filter((match) => match.links.length > 0)
    .slice(0, MAX_MATCHES);
}

function toLink(field: IdentityField, isRelated: boolean, index: string): RetainedLink {
  const strength = linkStrength(field, isRelated);
  return { field, strength, key: linkKey(field, strength, index.slice(0, 12)) };
}

const distinctLinks = (links: readonly RetainedLink[]): RetainedLink[] => [
  ...new Map(links.map((link) => [link.key, link])).values(),
];
