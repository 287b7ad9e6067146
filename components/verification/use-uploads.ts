"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import {
  detectFileKind,
  documentProblem,
  fromDraftFile,
  isStored,
  type DocumentValue,
} from "@/components/forms/documents";
import { downscaleImage } from "@/components/forms/fit-image";
import type { Uploads, UploadState } from "@/components/forms/uploads-context";
import { call, toApiError } from "@/lib/contract/client";
import { verification } from "@/lib/contract/endpoints/verification";
import { fallbacks } from "@/lib/contract/messages";
import type { FileRule } from "@/lib/forms/files";
import { partName } from "./wizard-form";

/** After a failure of the line an upload is repeated by itself, ever more patiently; the button does it at once. */
const RETRY_MS = [3_000, 10_000, 30_000];
/** A line on which nothing moves for so long is taken for cut; browsers themselves wait for minutes. */
const STALL_MS = 45_000;

interface Sending {
  field: string;
  file: File;
  /** Ends when the document is removed or replaced. */
  stop: AbortController;
}
interface Job {
  stop: AbortController;
  /** The picture as small as it can be made; only then it can be judged. */
  fitted: Promise<File>;
  done: Promise<void>;
}

/**
 * Sends each document to the draft as soon as it is chosen. What could not be sent ahead stays in its field as a file and goes
 * with the submission; so nothing here stops anybody.
 */
export function useUploads() {
  const form = useFormContext<FieldValues>();
  const [states, setStates] = useState<Readonly<Record<string, UploadState>>>({});
  const jobs = useRef(new Map<string, Job>());
  /** The submission is about to carry what is not there yet. */
  const isSubmitting = useRef(false);

  const setUpload = (field: string, state: UploadState) =>
    setStates((before) => ({ ...before, [field]: state }));
  const setDocument = (field: string, value: DocumentValue, shouldValidate = true) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate });

  const { mutateAsync: send } = useMutation({
    networkMode: "online",
    mutationFn: async ({ field, file, stop }: Sending) => {
      stop.signal.throwIfAborted();
      setUpload(field, { phase: "uploading", percent: 0 });
      try {
        return await sendFile(field, file, stop.signal, (percent) =>
          setUpload(field, { phase: "uploading", percent }),
        );
      } catch (error) {
        if (!stop.signal.aborted && isTransient(error)) {
          setUpload(field, { phase: "failed", onRetry: () => start(field, Promise.resolve(file)) });
        }
        throw error;
      }
    },
    retry: (failures, error) => !isSubmitting.current && failures < RETRY_MS.length && isTransient(error),
    retryDelay: (failures) => RETRY_MS[failures] ?? 0,
  });

  const stop = (field: string) => {
    jobs.current.get(field)?.stop.abort();
    jobs.current.delete(field);
  };

  function start(field: string, fitted: Promise<File>, rule?: FileRule): void {
    stop(field);
    const stopped = new AbortController();
    const run = async () => {
      const file = await fitted;
      if (stopped.signal.aborted) return;
      if (rule) {
        setDocument(field, file);
        if (documentProblem(file, rule)) return setUpload(field, idle);
      }
      try {
        const stored = await send({ field, file, stop: stopped });
        if (stopped.signal.aborted) return;
        if (stored) setDocument(field, fromDraftFile(stored));
        setUpload(field, idle);
      } catch (thrown) {
        if (stopped.signal.aborted || isTransient(thrown)) return;
        const error = toApiError(thrown, fallbacks.upload);
        setUpload(field, idle);
        if ([413, 415, 422].includes(error.status))
          form.setError(field, { type: "server", message: error.message });
      }
    };
    jobs.current.set(field, { stop: stopped, fitted, done: run() });
  }

  const choose = (field: string, file: File, rule: FileRule) => {
    form.clearErrors(field);
    setUpload(field, { phase: "preparing" });
    setDocument(field, file, false);
    start(
      field,
      detectFileKind(file).then((kind) => downscaleImage(file, kind)),
      rule,
    );
  };

  const remove = (field: string) => {
    const before: unknown = form.getValues(field);
    stop(field);
    setUpload(field, idle);
    setDocument(field, null);
    if (!before || (isStored(before) && before.former)) return;
    call(verification.removeDraftFile, { params: { field: partName(field) } }).catch((error: unknown) =>
      console.error("The document could not be removed", error),
    );
  };

  const uploads: Uploads = { stateOf: (field) => states[field] ?? idle, choose, remove };
  return {
    uploads,
    /** Waits for pictures that are still being made smaller. */
    fitted: async () =>
      void (await Promise.allSettled([...jobs.current.values()].map(({ fitted }) => fitted))),
    /** Before a submission: waits for what is on its way, and leaves what waits for a better line to the submission. */
    finish: async () => {
      isSubmitting.current = true;
      for (const [field] of jobs.current) if (states[field]?.phase === "failed") stop(field);
      await Promise.all([...jobs.current.values()].map(({ done }) => done));
    },
    /** After a submission that failed: uploads are repeated again. */
    resume: () => {
      isSubmitting.current = false;
    },
  };
}

const idle: UploadState = { phase: "idle" };

/** No answer, or none that says no. */
function isTransient(error: unknown): boolean {
  const { status } = toApiError(error);
  return status === 0 || status === 429 || status >= 500;
}

/** Uploads a document to the draft. Fails like a call without an answer when the line is cut or nothing moves on it. */
async function sendFile(
  field: string,
  file: File,
  stopped: AbortSignal,
  onPercent: (percent: number) => void,
) {
  const cut = new AbortController();
  const abort = () => cut.abort();
  let stall = window.setTimeout(abort, STALL_MS);
  window.addEventListener("offline", abort);
  const form = new FormData();
  form.append("file", file, file.name);
  try {
    const { data } = await call(verification.putDraftFile, {
      params: { field: partName(field) },
      form,
      signal: AbortSignal.any([stopped, cut.signal]),
      onProgress: (sent, total) => {
        window.clearTimeout(stall);
        stall = window.setTimeout(abort, STALL_MS);
        onPercent(total > 0 ? Math.round((sent / total) * 100) : 0);
      },
    });
    return data;
  } finally {
    window.clearTimeout(stall);
    window.removeEventListener("offline", abort);
  }
}
