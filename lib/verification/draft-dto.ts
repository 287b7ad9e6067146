import type { SubmissionKind } from "@/lib/users/dto";

/** A document uploaded ahead, by the name of its part in the form. */
export interface DraftFileDto {
  _id: string;
  name: string;
  /** Bytes. */
  size: number;
  contentType: string;
  path: string;
}

/** The form as it was left (lib/verification/draft.ts). Numbers are masked. */
export interface DraftDto {
  kind: SubmissionKind;
  values: Record<string, unknown>;
  savedAt: string;
  files: Record<string, DraftFileDto>;
}

/** Among the values: a random name of the browser they were typed in. */
export const DRAFT_DEVICE = "_device";
