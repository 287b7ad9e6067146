import "server-only";
import { audit } from "@/lib/audit/audit";
import { alikePairs, findPictures, type Picture } from "@/lib/files/similar-pictures";
import { bandsOf } from "@/lib/files/picture-hash";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { guardianAnswers } from "./guardian-rows";
import { uuidv7 } from "@/lib/ids";
import { newRetentionCipher, openRetentionCipher, retentionIndex } from "@/lib/pii/retention-cipher";
import type { VerificationStatus } from "@/lib/roles";
import { paths } from "@/lib/routes/paths";
import type { IdentityField } from "./dto";
import { identityFacts, identitySelect, relatedFacts, type IdentityFact } from "./identity";
import { linkKey, linkStrength, type LinkStrength } from "./identity-links";
import { submissionInclude, toAnswersDto } from "./serialize";

/** The records that anti-money-laundering rules require when data is erased (threat 54, product 10.12, ADR 26). */
const file = { select: { id: true, contentType: true, size: true, sha256: true } } as const;
const submissionParts = {
  ...submissionInclude,
  documents: { select: { name: true, fileId: true, signatoryId: true, file } },
  decisions: { orderBy: { decidedAt: "asc" } },
} as const satisfies Prisma.SubmissionInclude;
type SubmissionRow = Prisma.SubmissionGetPayload<{ include: typeof submissionParts }>;

/** The encrypted content of a record. */
export interface RetainedBody {
  account: Record<string, string>;
  /** The parent or guardian who consented; absent in older records. */
  guardian?: Record<string, string>;
  /** What the pictures among the documents look like; absent in older records. */
  pictures?: Picture[];
  submissions: {
    kind: string;
    submittedAt: string | null;
    /** Numbers in full; a document is its type, size and hash. */
    answers: unknown;
    decisions: { status: string; reason: string | null; decidedAt: string; decidedById: string | null }[];
  }[];
}

/**
 * Stores the record of a locked user whose data is about to be erased, or of one of their submissions. Without a submission nothing is
 * stored. Call it before the rows are deleted.
 */
export async function retainRecord(tx: Tx, userId: string, submissionId?: string): Promise<void> {
  const chosen = {
    submittedAt: { not: null },
    state: { not: "draft" },
    ...(submissionId && { id: submissionId }),
  } as const;
  const submissions = await tx.submission.findMany({
    where: { userId, ...chosen },
    include: submissionParts,
    orderBy: { submittedAt: "asc" },
  });
  if (submissions.length === 0) return;
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      ...identitySelect,
      submissions: { ...identitySelect.submissions, where: chosen },
      name: true,
      role: true,
      investorType: true,
      createdAt: true,
    },
  });
  const decisions = submissions.flatMap((row) => row.decisions);
  const last = decisions.toSorted((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime()).at(-1);
  const { name, email, phone, role, investorType, createdAt } = user;
  const guardian = await tx.guardian.findUnique({ where: { userId } });
  const pictures = await findPictures(tx, { userId, ...chosen });
  const body: RetainedBody = {
    account: { name, email, phone, role, investorType, createdAt: createdAt.toISOString() },
    ...(guardian && {
      guardian: {
        ...guardianAnswers(guardian, (number) => number),
        email: guardian.email,
        consentedAt: guardian.consentedAt.toISOString(),
      },
    }),
    pictures,
    submissions: submissions.map(toRetainedSubmission),
  };

  const id = uuidv7();
  const erasedAt = new Date();
  const keepUntil = new Date(erasedAt);
  keepUntil.setUTCFullYear(keepUntil.getUTCFullYear() + env.RETENTION_KYC_YEARS);
  const cipher = newRetentionCipher(id);
  await tx.retainedRecord.create({
    data: {
      id,
      userId,
      erasedAt,
      keepUntil,
      outcome: last?.status ?? "pending",
      decidedAt: last?.decidedAt ?? null,
      retentionKey: cipher.retentionKey,
      reasonCipher: cipher.seal("reason_cipher", last?.reason ?? ""),
      bodyCipher: cipher.seal("body_cipher", JSON.stringify(body)),
      indexes: [
        ...identityFacts(user).map(ownIndex),
        ...relatedFacts(user).map(relatedIndex),
        ...bandIndexes(pictures),
      ],
    },
  });
}

function toRetainedSubmission(row: SubmissionRow): RetainedBody["submissions"][number] {
  const documents = new Map(
    row.documents.map(({ file: { id, contentType, size, sha256 } }) => [
      paths.file(id),
      `${contentType}, ${size} bytes, SHA-256 ${sha256}`,
    ]),
  );
  const withoutFiles = (_: string, value: unknown) =>
    typeof value === "string" ? (documents.get(value) ?? value) : value;
  return {
    kind: row.kind,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    answers: JSON.parse(
      JSON.stringify(
        toAnswersDto(row, (number) => number),
        withoutFiles,
      ),
    ) as unknown,
    decisions: row.decisions.map(({ status, reason, decidedAt, decidedById }) => ({
      status,
      reason,
      decidedAt: decidedAt.toISOString(),
      decidedById,
    })),
  };
}

/** Decrypts a record. Outside this file only lib/administration/retained-records.ts calls it, after it has recorded the opening. */
export const openRetainedBody = (row: {
  id: string;
  retentionKey: string;
  bodyCipher: string;
}): RetainedBody =>
  JSON.parse(
    openRetentionCipher(row.id, row.retentionKey).open("body_cipher", row.bodyCipher),
  ) as RetainedBody;

const ownIndex = ({ field, value }: IdentityFact) => retentionIndex(field, value);
/** Of somebody whom the user named, e.g. a contact of the next of kin. */
const relatedIndex = ({ field, value }: IdentityFact) => retentionIndex(`related.${field}`, value);

/** Similar pictures have at least one of them in common. */
const bandIndexes = (pictures: readonly Picture[]): string[] => [
  ...new Set(pictures.flatMap(({ hash }) => bandsOf(hash)).map((band) => retentionIndex("band", band))),
];

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
/** A bound on the records read for them: a few have a column of a picture in common by chance. */
const MAX_CANDIDATES = 200;

/** The indexes in records that match a user, with what they mean. A value of the user's own is not weak because a relative has it, too. */
function searchedIndexes(user: Parameters<typeof identityFacts>[0]): Map<string, RetainedLink> {
  const [own, related] = [identityFacts(user), relatedFacts(user)];
  const link = (fact: IdentityFact, isRelated: boolean) => toLink(fact.field, isRelated, ownIndex(fact));
  return new Map([
    ...[...related, ...own].map((fact) => [relatedIndex(fact), link(fact, true)] as const),
    ...related.map((fact) => [ownIndex(fact), link(fact, true)] as const),
    ...own.map((fact) => [ownIndex(fact), link(fact, false)] as const),
  ]);
}

/** Retained records of other users that match this one, the strongest matches first. For reviewers only. */
export async function findRetainedMatches(
  userId: string,
  reader: Tx | typeof db = db,
): Promise<RetainedMatch[]> {
  const user = await reader.user.findUniqueOrThrow({ where: { id: userId }, select: identitySelect });
  const links = searchedIndexes(user);
  const pictures = await findPictures(reader, { userId });
  const bands = bandIndexes(pictures);
  const given = [...links.keys(), ...bands];
  const [strong, medium] = (["strong", "medium"] as const).map((strength) =>
    given.filter((index) => links.get(index)?.strength === strength),
  );
  const rows = await reader.$queryRaw<
    (Omit<RetainedMatch, "links" | "reason"> &
      Record<"retentionKey" | "reasonCipher" | "bodyCipher", string> & { indexes: string[] })[]
  >`
    SELECT r.id AS "recordId", r.user_id AS "userId", u.id IS NULL AS "accountErased", erased_at AS "erasedAt", outcome,
      decided_at AS "decidedAt", retention_key AS "retentionKey", reason_cipher AS "reasonCipher", body_cipher AS "bodyCipher", indexes
    FROM retained_records r LEFT JOIN users u ON u.id = r.user_id
    WHERE indexes && ${given}::text[] AND r.user_id <> ${userId}::uuid
    ORDER BY (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${strong}::text[])) DESC,
      (SELECT count(*) FROM unnest(indexes) AS i WHERE i = ANY(${medium}::text[])) DESC, erased_at DESC, r.id
    LIMIT ${MAX_CANDIDATES}`;
  return rows
    .map(({ retentionKey, reasonCipher, bodyCipher, indexes, ...row }) => {
      const record = { id: row.recordId, retentionKey, bodyCipher };
      const alike = indexes.some((index) => bands.includes(index))
        ? alikePairs(pictures, openRetainedBody(record).pictures ?? [])
        : [];
      return {
        ...row,
        reason: openRetentionCipher(record.id, retentionKey).open("reason_cipher", reasonCipher) || null,
        links: distinctLinks([
          ...indexes.flatMap((index) => links.get(index) ?? []),
          ...alike.map((contents) => toLink("picture", false, retentionIndex("picture", contents))),
        ]),
      };
    })
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

/** Deletes records after RETENTION_KYC_YEARS. A job. */
export async function deleteExpiredRecords(): Promise<void> {
  const expired = { keepUntil: { lt: new Date() } };
  if ((await db.retainedRecord.count({ where: expired })) === 0) return;
  await transaction(async (tx) => {
    const { count } = await tx.retainedRecord.deleteMany({ where: expired });
    if (count > 0) {
      await audit(tx, { actorId: null, action: "records.expired", targetId: null, data: { records: count } });
    }
  });
}
