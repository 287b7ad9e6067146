"use client";

import { onlineManager, useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import { useIsSessionOpen } from "@/components/auth/session-provider";
import {
  identifyFile,
  documentProblem,
  fromDraftFile,
  isStored,
  type DocumentValue,
} from "@/components/forms/documents";
import { downscaleImage } from "@/components/forms/fit-image";
import { readFile } from "@/components/forms/read-file";
import type { Uploads, UploadState } from "@/components/forms/uploads-context";
import { call, toApiError } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import type { FileRule } from "@/lib/forms/files";
import { onboarding } from "@/lib/onboarding/api";
import type { DraftFileDto } from "@/lib/onboarding/dto";
import { partName } from "@/lib/onboarding/forms/document-rules";

/** After a network failure, an upload is retried at these intervals, or immediately with its button. */
const RETRY_MS = [3_000, 10_000, 30_000];

interface Job {
  /** Aborted when the document is removed or replaced. */
  abort: AbortController;
  /** The file to send, scaled down. */
  prepared: Promise<File>;
  done: Promise<void>;
}
const CONNECTION_LOST =
  "The upload failed because the connection dropped. We'll keep trying, or send it when you submit.";
const idle: UploadState = { phase: "idle" };

interface UploadOptions {
  form: FormData;
  user: string;
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

/** The draft to which documents are uploaded, by their paths in the form. */
export interface UploadTarget {
  put: (field: string, options: UploadOptions) => Promise<DraftFileDto>;
  remove: (field: string, options: { user: string }) => Promise<unknown>;
}

const verificationDraft: UploadTarget = {
  put: async (field, options) =>
    (await call(onboarding.putDraftFile, { params: { field: partName(field) }, ...options })).data,
  remove: (field, options) =>
    call(onboarding.removeDraftFile, { params: { field: partName(field) }, ...options }),
};

/**
 * Uploads each document to the draft as soon as it is chosen. A file that could not be uploaded remains in its field and is sent with the
 * submission, so a failure never blocks the form.
 */
export function useUploads(userId: string, target: UploadTarget = verificationDraft) {
  const form = useFormContext<FieldValues>();
  const [states, setStates] = useState<Readonly<Record<string, UploadState>>>({});
  /** The same states before they are rendered. */
  const latest = useRef(states);
  /** The number of times the session has been opened. */
  const session = useRef(0);
  const jobs = useRef(new Map<string, Job>());
  /** There are no retries during a submission, which sends the remaining files itself. */
  const isSubmitting = useRef(false);

  const setUpload = (field: string, state: UploadState) => {
    latest.current = { ...latest.current, [field]: state };
    setStates(latest.current);
  };
  const setDocument = (field: string, value: DocumentValue, shouldValidate = true) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate });

  const showFailure = (field: string, file: File, message: string) =>
    setUpload(field, { phase: "failed", message, onRetry: () => start(field, Promise.resolve(file)) });

  const { mutateAsync: send } = useMutation({
    networkMode: "online",
    mutationFn: async ({ field, file, signal }: { field: string; file: File; signal: AbortSignal }) => {
      signal.throwIfAborted();
      const showPercent = (percent: number) => setUpload(field, { phase: "uploading", percent });
      showPercent(0);
      try {
        const form = new FormData();
        form.append("file", file, file.name);
        return await target.put(field, {
          form,
          user: userId,
          signal,
          onProgress: (sent, total) => showPercent(total > 0 ? Math.round((sent / total) * 100) : 0),
        });
      } catch (error) {
        if (!signal.aborted && isTransient(error)) showFailure(field, file, CONNECTION_LOST);
        throw error;
      }
    },
    retry: (failures, error) => !isSubmitting.current && failures < RETRY_MS.length && isTransient(error),
    retryDelay: (failures) => RETRY_MS[failures] ?? 0,
  });

  const stop = (field: string) => {
    jobs.current.get(field)?.abort.abort();
    jobs.current.delete(field);
  };

  function start(field: string, prepared: Promise<File>, rule?: FileRule): void {
    stop(field);
    const abort = new AbortController();
    const { signal } = abort;
    const begun = session.current;
    const run = async () => {
      let file: File;
      try {
        file = await prepared;
      } catch (error) {
        if (signal.aborted) return;
        setUpload(field, idle);
        setDocument(field, null, false);
        return form.setError(field, { type: "unreadable", message: toApiError(error).message });
      }
      if (signal.aborted) return;
      if (rule) {
        setDocument(field, file);
        if (documentProblem(file, rule)) return setUpload(field, idle);
      }
      // The document is sent when the connection is restored.
      if (!onlineManager.isOnline()) showFailure(field, file, CONNECTION_LOST);
      try {
        const stored = await send({ field, file, signal });
        if (signal.aborted) return;
        if (stored) setDocument(field, fromDraftFile(stored));
        setUpload(field, idle);
      } catch (thrown) {
        if (signal.aborted || isTransient(thrown)) return;
        // A document rejected under the previous session is sent again.
        if (begun !== session.current) return start(field, Promise.resolve(file));
        const { status, message } = toApiError(thrown, fallbacks.upload);
        if (![413, 415, 422].includes(status)) return showFailure(field, file, message);
        setUpload(field, idle);
        form.setError(field, { type: "server", message });
      }
    };
    jobs.current.set(field, { abort, prepared, done: run() });
  }

  const choose = (field: string, file: File, rule: FileRule) => {
    form.clearErrors(field);
    setUpload(field, { phase: "preparing" });
    setDocument(field, file, false);
    start(field, prepare(file), rule);
  };

  const remove = (field: string) => {
    const before: unknown = form.getValues(field);
    stop(field);
    setUpload(field, idle);
    setDocument(field, null);
    if (!before || (isStored(before) && before.former)) return;
    target
      .remove(field, { user: userId })
      .catch((error: unknown) => console.error("The document could not be removed", error));
  };

  const isOpen = useIsSessionOpen();
  const onReopened = useEffectEvent(() => {
    session.current += 1;
    for (const state of Object.values(latest.current)) if (state.phase === "failed") state.onRetry();
  });
  useEffect(() => {
    if (isOpen) onReopened();
  }, [isOpen]);

  const uploads: Uploads = { stateOf: (field) => states[field] ?? idle, choose, remove };
  return {
    uploads,
    /** Waits until all chosen images are scaled down. */
    prepared: () => Promise.allSettled([...jobs.current.values()].map(({ prepared }) => prepared)),
    /** Before a submission, waits for running uploads and stops failed ones, whose files the submission sends. */
    finish: async () => {
      isSubmitting.current = true;
      for (const [field] of jobs.current) if (latest.current[field]?.phase === "failed") stop(field);
      await Promise.all([...jobs.current.values()].map(({ done }) => done));
    },
    /** Allows retries again after a failed submission. */
    resume: () => {
      isSubmitting.current = false;
    },
  };
}

/** Rejects if the file cannot be read. */
async function prepare(chosen: File): Promise<File> {
  const { file, kind } = await identifyFile(await readFile(chosen));
  return downscaleImage(file, kind);
}

/** Whether there was no response, or a response that may change on a retry. */
function isTransient(error: unknown): boolean {
  const { status } = toApiError(error);
  return status === 0 || status === 429 || status >= 500;
}
