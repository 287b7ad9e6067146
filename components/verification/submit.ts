import { isStored } from "@/components/forms/documents";
import { call, isRejection, toApiError } from "@/lib/contract/client";
import { verification } from "@/lib/contract/endpoints/verification";
import type { SubmissionKind } from "@/lib/verification/policy";
import { partName, type FormDocument } from "./wizard-form";

const submissionCalls = {
  individual: { answers: verification.submitVerification, documents: verification.submitDocuments },
  corporate: { answers: verification.submitCorporate, documents: verification.submitCorporateDocuments },
};

interface Submission {
  kind: SubmissionKind;
  answers: Record<string, unknown>;
  documents: readonly FormDocument[];
  /** Percent sent, by field; only of what is sent now. */
  onProgress: (progress: Record<string, number>) => void;
}

/**
 * The two calls of product 4.4 and 7.2, text first. A document that the server has goes by its id. Throws an ApiError with the
 * server's words.
 *
 * When the answer got lost, or the server says that something was submitted already, it may be this very submission that went
 * through: the status tells, and then this is a success.
 */
export async function submitVerification({ kind, answers, documents, onProgress }: Submission) {
  const calls = submissionCalls[kind];
  try {
    const { data } = await call(calls.answers, { body: answers });
    const form = new FormData();
    form.append("submissionId", data.submissionId);
    for (const { field, value } of documents) {
      if (isStored(value)) form.append(partName(field), value.id);
      else if (value) form.append(partName(field), value, value.name);
    }
    await call(calls.documents, {
      form,
      onProgress: (sent, total) => onProgress(progressByFile(documents, sent, total)),
    });
  } catch (thrown) {
    const error = toApiError(thrown);
    const unsure = error.status === 0 || error.status === 409 || error.status >= 500;
    if (unsure && (await wentThrough())) return;
    throw error;
  }
}

/** How long each question for the status waits for its answer, one after the other: the line may be back in a moment. */
const PATIENCE_MS = [6_000, 6_000, 12_000];

async function wentThrough(): Promise<boolean> {
  for (const patience of PATIENCE_MS) {
    try {
      const signal = AbortSignal.timeout(patience);
      const { data } = await call(verification.verificationStatus, { signal });
      return data.status !== "rejected" && data.submittedAt !== null;
    } catch (error) {
      if (isRejection(error)) return false;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  return false;
}

/** One upload carries all files in this order; the bytes that have left tell how far each of them is. */
export function progressByFile(
  documents: readonly FormDocument[],
  sent: number,
  total: number,
): Record<string, number> {
  const files = documents.flatMap(({ field, value }) =>
    value instanceof File ? [{ field, size: value.size }] : [],
  );
  const payload = files.reduce((sum, { size }) => sum + size, 0);
  let rest = total > 0 ? (sent / total) * payload : 0;
  const progress: Record<string, number> = {};
  for (const { field, size } of files) {
    const here = Math.min(size, rest);
    rest -= here;
    progress[field] = size > 0 ? Math.round((here / size) * 100) : 0;
  }
  return progress;
}
