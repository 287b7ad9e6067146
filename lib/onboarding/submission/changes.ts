import "server-only";
import type { Prisma } from "@/lib/db/client";
import { paths } from "@/lib/routes/paths";
import type { AnswerChange } from "../dto";
import { numberIndexes, numberRows } from "./rows";
import { submissionInclude, toAnswersDto } from "./serialize";

const stored = { fileId: true, file: { select: { sha256: true, createdAt: true } } } as const;

/** The relations needed to compare a submission. */
export const comparedInclude = {
  ...submissionInclude,
  signatories: { orderBy: { ordinal: "asc" }, include: { documents: { select: stored } } },
  documents: { select: { ...stored, name: true, signatoryId: true } },
} as const satisfies Prisma.SubmissionInclude;
export type ComparedSubmission = Prisma.SubmissionGetPayload<{ include: typeof comparedInclude }>;

/** An answer's displayed text and its value for comparison: different numbers can have the same mask. */
interface Answer {
  shown: string;
  compared: string;
}

/** Returns the answers and documents that differ between two submissions with the same form, numbers masked. */
export function changesBetween(before: ComparedSubmission, after: ComparedSubmission): AnswerChange[] {
  const old = answersByPath(before);
  const now = answersByPath(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path)?.compared !== now.get(path)?.compared)
    .map((path) => ({ path, before: old.get(path)?.shown ?? null, after: now.get(path)?.shown ?? null }));
}

/** Returns the paths of all answers and documents. */
export const answeredPaths = (row: ComparedSubmission): Set<string> => new Set(answersByPath(row).keys());

function answersByPath(row: ComparedSubmission): Map<string, Answer> {
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
 * Returns blind indexes of numbers by answer path, and content hashes of documents by URL: uploading an identical file does not count as a
 * change.
 */
function fingerprints(row: ComparedSubmission): Map<string, string> {
  const fingerprint = numberIndexes(numberRows(row));
  for (const { fileId, file } of [
    ...row.documents,
    ...row.signatories.flatMap(({ documents }) => documents),
  ]) {
    fingerprint.set(paths.file(fileId), file.sha256);
  }
  return fingerprint;
}
