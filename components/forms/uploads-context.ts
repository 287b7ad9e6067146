"use client";

import { createContext, use } from "react";
import type { FileRule } from "@/lib/forms/files";

export type UploadState =
  | { phase: "idle" }
  /** The document is part of a submission in progress. */
  | { phase: "locked" }
  /** The file is being read and scaled down. */
  | { phase: "preparing" }
  /** `locked` means that the file is sent as part of the submission, which cannot be cancelled. */
  | { phase: "uploading"; percent: number; locked?: boolean }
  | { phase: "failed"; message: string; onRetry: () => void };

/** Whether a document cannot be changed now. */
export const isBusy = ({ phase }: UploadState): boolean => phase !== "idle" && phase !== "failed";

/** Processes a form's files as soon as they are chosen. */
export interface Uploads {
  stateOf: (field: string) => UploadState;
  choose: (field: string, file: File, rule: FileRule) => void;
  remove: (field: string) => void;
}

export const UploadsContext = createContext<Uploads | null>(null);

export function useUploadsContext(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error("A file field needs an UploadsContext above it");
  return uploads;
}
