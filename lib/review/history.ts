import "server-only";
import type { Viewer } from "@/lib/viewer";
import { db, type Prisma } from "@/lib/db/client";
import { paths } from "@/lib/routes/paths";
import { findUserForViewer } from "@/lib/users/admin-queries";
import type { AnswerChange, SubmissionDto } from "@/lib/verification/dto";
import { numberIndexes, numberRows } from "@/lib/verification/rows";
import { submissionInclude, toAnswersDto } from "@/lib/verification/serialize";

const stored = { fileId: true, file: { select: { sha256: true } } } as const;
const parts = {
  ...submissionInclude,
  signatories: { orderBy: { ordinal: "asc" }, include: { documents: { select: stored } } },
  documents: { select: { ...stored, name: true, signatoryId: true } },
  reviewedBy: { select: { id: true, name: true } },
  decisions: {
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    include: { decidedBy: { select: { id: true, name: true } } },
  },
} as const satisfies Prisma.SubmissionInclude;
type Row = Prisma.SubmissionGetPayload<{ include: typeof parts }>;

/** An upper bound that no user reaches in practice. */
const MAX_SUBMISSIONS = 50;

/** A user's submissions with their changes, newest first, numbers masked (product 2.13). Throws NOT_FOUND. */
export async function listSubmissions(viewer: Viewer, userId: string): Promise<SubmissionDto[]> {
  const user = await findUserForViewer(viewer, userId);
  const rows = await db.submission.findMany({
    relationLoadStrategy: "join",
    where: { userId, state: { not: "draft" }, submittedAt: { not: null } },
    include: parts,
    orderBy: [{ submittedAt: "desc" }, { id: "desc" }],
    take: MAX_SUBMISSIONS,
  });
  return rows.map((row, index) => {
    const before = rows.slice(index + 1).find(({ kind }) => kind === row.kind);
    return {
      _id: row.id,
      kind: row.kind,
      state: row.state as SubmissionDto["state"],
      current: row.id === user.currentSubmissionId,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      reviewedAt: viewer.isSuper ? (row.reviewedAt?.toISOString() ?? null) : null,
      reviewedBy: viewer.isSuper ? person(row.reviewedBy) : null,
      rejectionReason: row.rejectionReason,
      decisions: row.decisions.map(({ status, reason, decidedAt, decidedBy }) => ({
        status,
        reason,
        decidedAt: viewer.isSuper ? decidedAt.toISOString() : null,
        decidedBy: viewer.isSuper ? person(decidedBy) : null,
      })),
      ...toAnswersDto(row),
      changes: before ? changesBetween(before, row) : null,
    };
  });
}

const person = (row: { id: string; name: string } | null) => row && { _id: row.id, name: row.name };

/** The displayed text of an answer and the value for comparison: different numbers can have the same mask. */
interface Answer {
  shown: string;
  compared: string;
}

function changesBetween(before: Row, after: Row): AnswerChange[] {
  const old = answersByPath(before);
  const now = answersByPath(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path)?.compared !== now.get(path)?.compared)
    .map((path) => ({ path, before: old.get(path)?.shown ?? null, after: now.get(path)?.shown ?? null }));
}

function answersByPath(row: Row): Map<string, Answer> {
  const compared = fingerprints(row);
  const answers = new Map<string, Answer>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string" && value) {
      answers.set(path, { shown: value, compared: compared.get(path) ?? compared.get(value) ?? value });
    } else if (value && typeof value === "object") {
      for (const [key, item] of Object.entries(value)) walk(item, path ? `${path}.${key}` : key);
    }
  };
  walk(toAnswersDto(row), "");
  return answers;
}

/**
 * Blind indexes of numbers by answer path, and content hashes of documents by URL, so that uploading an identical file is not a
 * change.
 */
function fingerprints(row: Row): Map<string, string> {
  const fingerprint = numberIndexes(numberRows(row));
  for (const { fileId, file } of [
    ...row.documents,
    ...row.signatories.flatMap(({ documents }) => documents),
  ]) {
    fingerprint.set(paths.file(fileId), file.sha256);
  }
  return fingerprint;
}
