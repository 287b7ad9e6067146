import { api, toApiError, upload, type Answer } from "@/lib/api/client";
import { fallbacks } from "@/lib/api/messages";
import type { VerificationStatusDto } from "@/lib/users/dto";
import { individualFiles, type IndividualFile, type IndividualVariant } from "@/lib/verification/schema";
import { textOf, type WizardValues } from "./individual-form";

/** Percent sent, by file. */
export type FileProgress = Record<IndividualFile, number>;

/**
 * The two calls of SPEC 4.4, text first. Throws an ApiError with the server's words.
 *
 * When the answer got lost, or the server says that something was submitted already, it may be this very submission that went
 * through: the status tells, and then this is a success.
 */
export async function submitIndividual(
  values: WizardValues,
  variant: IndividualVariant,
  onProgress: (progress: FileProgress) => void,
): Promise<void> {
  try {
    const { data } = await api.post<Answer<{ submissionId: string }>>(
      "/verification",
      textOf(values, variant),
    );
    const form = new FormData();
    form.append("submissionId", data.submissionId);
    for (const field of individualFiles) {
      const file = values[field];
      if (file) form.append(field, file, file.name);
    }
    await upload("/verification/documents", form, {
      onProgress: (sent, total) => onProgress(shareOut(values, sent, total)),
    });
  } catch (thrown) {
    const error = toApiError(thrown, fallbacks.submitVerification);
    const unsure = error.status === 0 || error.status === 409 || error.status >= 500;
    if (unsure && (await wentThrough())) return;
    throw error;
  }
}

async function wentThrough(): Promise<boolean> {
  try {
    const { data } = await api.get<Answer<VerificationStatusDto>>("/verification/status");
    return data.status !== "rejected" && data.submittedAt !== null;
  } catch {
    return false;
  }
}

/** One upload carries all files in this order; the bytes that have left tell how far each of them is. */
export function shareOut(
  files: Pick<WizardValues, IndividualFile>,
  sent: number,
  total: number,
): FileProgress {
  const sizes = individualFiles.map((field) => files[field]?.size ?? 0);
  const payload = sizes.reduce((sum, size) => sum + size, 0);
  let rest = total > 0 ? (sent / total) * payload : 0;
  const progress = {} as FileProgress;
  individualFiles.forEach((field, index) => {
    const size = sizes[index] ?? 0;
    const here = Math.min(size, rest);
    rest -= here;
    progress[field] = size > 0 ? Math.round((here / size) * 100) : 0;
  });
  return progress;
}
