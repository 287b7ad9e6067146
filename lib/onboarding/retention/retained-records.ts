import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { uuidv7 } from "@/lib/ids";
import { newRetentionCipher, openRetentionCipher } from "@/lib/pii/retention-cipher";
import { paths } from "@/lib/routes/paths";
import { identitySelect } from "../link-facts";
import { reasonInclude, reasonOf } from "../submission/decision-reasons";
import { guardianAnswers } from "../submission/guardian-rows";
import { submissionInclude, toAnswersDto } from "../submission/serialize";
import { retentionIndexes } from "./indexes";

/** Records that anti-money-laundering rules require after data is erased (threat 54, product 10.12, ADR 26). */
const original = { select: { size: true, sha256: true } } as const;
const file = { select: { id: true, contentType: true, size: true, sha256: true, original } } as const;
const submissionParts = {
  ...submissionInclude,
  documents: { select: { name: true, fileId: true, signatoryId: true, file } },
  decisions: { orderBy: { number: "asc" }, include: reasonInclude },
} as const satisfies Prisma.SubmissionInclude;
type SubmissionRow = Prisma.SubmissionGetPayload<{ include: typeof submissionParts }>;

/** The encrypted content of a record. */
export interface RetainedBody {
  account: Record<string, string>;
  /** The parent or guardian who consented, if any. */
  guardian?: Record<string, string>;
  submissions: {
    kind: string;
    submittedAt: string | null;
    /** Numbers are in full; a document is represented by its type, size and hash, and those of the uploaded file. */
    answers: unknown;
    decisions: { status: string; reason: string | null; decidedAt: string; decidedById: string | null }[];
  }[];
  /** Due diligence forms, in a record of their own (lib/due-diligence/retention.ts). */
  dueDiligence?: unknown[];
  /** Investments and payouts, in a record of their own (lib/investments/retained-books.ts). */
  books?: { investments: unknown[]; payouts: unknown[] };
}

/**
 * Stores the record of a locked user whose data is about to be erased, or of one of their submissions. Without a submission, nothing is
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
  const body: RetainedBody = {
    account: { name, email, phone, role, investorType, createdAt: createdAt.toISOString() },
    ...(guardian && {
      guardian: {
        ...guardianAnswers(guardian, (number) => number),
        email: guardian.email,
        consentedAt: guardian.consentedAt.toISOString(),
      },
    }),
    submissions: submissions.map(toRetainedSubmission),
  };

  await storeRecord(tx, {
    userId,
    body,
    years: env.RETENTION_KYC_YEARS,
    outcome: last?.status ?? "pending",
    decidedAt: last?.decidedAt ?? null,
    reason: (last && reasonOf(last)) ?? "",
    indexes: retentionIndexes(user),
  });
}

interface NewRecord extends Pick<Prisma.RetainedRecordModel, "userId" | "outcome" | "decidedAt" | "indexes"> {
  body: RetainedBody;
  /** How long it is retained. */
  years: number;
  /** The reason for the last decision. */
  reason: string;
}

/** Stores a record, encrypted under RETENTION_KEYS. A job deletes it after its years. */
export async function storeRecord(tx: Tx, { body, years, reason, ...record }: NewRecord): Promise<void> {
  const id = uuidv7();
  const erasedAt = new Date();
  const keepUntil = new Date(erasedAt);
  keepUntil.setUTCFullYear(keepUntil.getUTCFullYear() + years);
  const cipher = newRetentionCipher(id);
  await tx.retainedRecord.create({
    data: {
      ...record,
      id,
      erasedAt,
      keepUntil,
      retentionKey: cipher.retentionKey,
      reasonCipher: cipher.seal("reason_cipher", reason),
      bodyCipher: cipher.seal("body_cipher", JSON.stringify(body)),
    },
  });
}

function toRetainedSubmission(row: SubmissionRow): RetainedBody["submissions"][number] {
  const documents = new Map(
    row.documents.map(({ file: { id, contentType, original, ...copy } }) => [
      paths.file(id),
      [
        `${contentType}, ${describeFile(copy)}`,
        ...(original ? [`as uploaded: ${describeFile(original)}`] : []),
      ].join("; "),
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
    decisions: row.decisions.map((decision) => ({
      status: decision.status,
      reason: reasonOf(decision),
      decidedAt: decision.decidedAt.toISOString(),
      decidedById: decision.decidedById,
    })),
  };
}

const describeFile = ({ size, sha256 }: { size: number; sha256: string }): string =>
  `${size} bytes, SHA-256 ${sha256}`;

/** Decrypts a record. Code that shows the content to a person must first record that it was opened. */
export const openRetainedBody = (row: {
  id: string;
  retentionKey: string;
  bodyCipher: string;
}): RetainedBody =>
  JSON.parse(
    openRetentionCipher(row.id, row.retentionKey).open("body_cipher", row.bodyCipher),
  ) as RetainedBody;

/** Deletes records after their retention period. Called by a job. */
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
