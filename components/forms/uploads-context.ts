"use client";

import { createContext, use } from "react";
import type { FileRule } from "@/lib/forms/files";

export type UploadState =
  | { phase: "idle" }
  /** Part of a submission that is under way. */
  | { phase: "locked" }
  /** Being read and made smaller. */
  | { phase: "preparing" }
  /** `locked`: as part of the submission, which is not stopped half-way. */
  | { phase: "uploading"; percent: number; locked?: boolean }
  | { phase: "failed"; onRetry: () => void };

/** Who takes the files of a form as soon as they are chosen. */
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
