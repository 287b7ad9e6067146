import { isStored, type DocumentValue } from "@/components/forms/documents";
import { api, isRejection, toApiError, upload, type ApiResponse } from "@/lib/contract/client";
import type { VerificationStatusDto } from "@/lib/users/dto";
import { partName } from "./server-draft";

/** One document of a submission, by its field in the form. */
export interface SubmittedDocument {
  field: string;
  value: DocumentValue;
}

export interface Submission {
  /** `/verification` or `/verification/corporate`; the documents go to `/documents` under it. */
  path: string;
  answers: unknown;
  documents: readonly SubmittedDocument[];
  /** The words where the server gave none. */
  fallback: string;
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
export async function submitVerification({ path, answers, documents, fallback, onProgress }: Submission) {
  try {
    const { data } = await api.post<ApiResponse<{ submissionId: string }>>(path, answers);
    const form = new FormData();
    form.append("submissionId", data.submissionId);
    for (const { field, value } of documents) {
      if (isStored(value)) form.append(partName(field), value.id);
      else if (value) form.append(partName(field), value, value.name);
    }
    await upload(`${path}/documents`, form, {
      onProgress: (sent, total) => onProgress(progressByFile(documents, sent, total)),
    });
  } catch (thrown) {
    const error = toApiError(thrown, fallback);
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
      const { data } = await api.get<ApiResponse<VerificationStatusDto>>("/verification/status", { signal });
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
  documents: readonly SubmittedDocument[],
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
