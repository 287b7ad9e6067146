import { isStored } from "@/components/forms/documents";
import { call, isRejection, toApiError } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";
import { partName } from "@/lib/onboarding/forms/document-rules";
import type { SubmissionKind } from "@/lib/submission-rules";
import type { FormDocument } from "./wizard-form";

const submissionCalls = {
  individual: { answers: onboarding.submitVerification, documents: onboarding.submitDocuments },
  corporate: { answers: onboarding.submitCorporate, documents: onboarding.submitCorporateDocuments },
};

interface Submission {
  kind: SubmissionKind;
  answers: Record<string, unknown>;
  documents: readonly FormDocument[];
  /** The percentage of each file in this request that has been sent, by field. */
  onProgress: (progress: Record<string, number>) => void;
}

/**
 * Makes the two calls of product 4.4 and 7.2: answers, then documents. Documents already on the server are sent as ids. Throws an ApiError.
 * If the response is lost or the server reports an earlier submission, this submission may have succeeded: the status decides.
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
    const isAmbiguous = error.status === 0 || error.status === 409 || error.status >= 500;
    if (isAmbiguous && (await hasSucceeded())) return;
    throw error;
  }
}

/** The timeouts of the status calls, which are made sequentially. */
const STATUS_TIMEOUTS_MS = [6_000, 6_000, 12_000];

async function hasSucceeded(): Promise<boolean> {
  for (const timeoutMs of STATUS_TIMEOUTS_MS) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { data } = await call(onboarding.verificationStatus, { signal });
      return data.status !== "rejected" && data.submittedAt !== null;
    } catch (error) {
      if (isRejection(error)) return false;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  return false;
}

/**
 * Returns the percentage of each file that has been sent, derived from the bytes sent of the request, which contains the files in this
 * order.
 */
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
