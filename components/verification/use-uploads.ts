"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { documentProblem, isStored, detectFileKind, type DocumentValue } from "@/components/forms/documents";
import { downscaleImage } from "@/components/forms/fit-image";
import type { Uploads, UploadState } from "@/components/forms/uploads-context";
import { api, toApiError, upload, type ApiResponse } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import type { DraftFileDto } from "@/lib/verification/draft-dto";
import type { FileRule } from "@/lib/verification/documents";
import { partName, storedDocument } from "./server-draft";

/** A cut line is tried again by itself, ever more patiently; the button does it at once. */
const RETRY_MS = [3_000, 10_000, 30_000];
/** A line on which nothing moves for so long is taken for cut; browsers themselves wait for minutes. */
const STALL_MS = 45_000;
const idle: UploadState = { phase: "idle" };

interface Job {
  stop: AbortController;
  done: Promise<void>;
  /** The picture is as small as it can be made; only now can it be judged. */
  fitted: Promise<unknown>;
  retry?: number;
  /** The call under way; ending it is a failure of the line, as opposed to `stop`. */
  attempt?: AbortController;
  /** There while it waits to be tried again. */
  repeat?: (() => void) | undefined;
}

/**
 * Sends each document to the draft as soon as it is chosen. What could not be sent ahead stays in its field as a file and goes
 * with the submission; so nothing here stands in anybody's way.
 */
export function useUploads<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  ruleOf: (field: string) => FileRule,
) {
  const [states, setStates] = useState<Readonly<Record<string, UploadState>>>({});
  const jobs = useRef(new Map<string, Job>());

  const note = useCallback(
    (field: string, state: UploadState) => setStates((before) => ({ ...before, [field]: state })),
    [],
  );
  const put = useCallback(
    (field: string, value: DocumentValue, shouldValidate: boolean) =>
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldValidate,
      }),
    [form],
  );

  const halt = useCallback((field: string) => {
    const job = jobs.current.get(field);
    job?.stop.abort();
    job?.attempt?.abort();
    window.clearTimeout(job?.retry);
    jobs.current.delete(field);
  }, []);

  const send = useCallback(
    async function again(field: string, file: File, job: Job, tries: number): Promise<void> {
      const { signal } = job.stop;
      window.clearTimeout(job.retry);
      job.repeat = undefined;
      note(field, { phase: "uploading", percent: 0 });
      const attempt = new AbortController();
      job.attempt = attempt;
      let stall = window.setTimeout(() => attempt.abort(), STALL_MS);
      try {
        const form = new FormData();
        form.append("file", file, file.name);
        const path = `/verification/draft/files/${encodeURIComponent(partName(field))}`;
        const { data } = await upload<ApiResponse<DraftFileDto | undefined>>(path, form, {
          method: "PUT",
          signal: attempt.signal,
          onProgress: (sent, total) => {
            window.clearTimeout(stall);
            stall = window.setTimeout(() => attempt.abort(), STALL_MS);
            note(field, { phase: "uploading", percent: total > 0 ? Math.round((sent / total) * 100) : 0 });
          },
        });
        if (signal.aborted) return;
        if (data) put(field, storedDocument(data), true);
        note(field, idle);
      } catch (thrown) {
        if (signal.aborted) return;
        const error = toApiError(thrown, fallbacks.upload);
        if ([413, 415, 422].includes(error.status)) {
          note(field, idle);
          form.setError(field as Path<Values>, { type: "server", message: error.message });
        } else if (error.status === 0 || error.status >= 500 || error.status === 429) {
          const repeat = (count: number) => () => {
            job.done = again(field, file, job, count);
          };
          job.repeat = repeat(0);
          note(field, { phase: "failed", onRetry: job.repeat });
          const wait = RETRY_MS[tries];
          if (wait) job.retry = window.setTimeout(repeat(tries + 1), wait);
        } else {
          note(field, idle);
        }
      } finally {
        window.clearTimeout(stall);
      }
    },
    [form, note, put],
  );

  const prepare = useCallback(
    async (field: string, file: File, job: Job) => {
      form.clearErrors(field as Path<Values>);
      note(field, { phase: "preparing" });
      put(field, file, false);
      const fitting = detectFileKind(file).then((kind) => downscaleImage(file, kind));
      job.fitted = fitting;
      const fitted = await fitting;
      if (job.stop.signal.aborted) return;
      put(field, fitted, true);
      if (documentProblem(fitted, ruleOf(field))) return note(field, idle);
      await send(field, fitted, job, 0);
    },
    [form, note, put, ruleOf, send],
  );

  const choose = useCallback(
    (field: string, file: File) => {
      halt(field);
      const job: Job = { stop: new AbortController(), done: Promise.resolve(), fitted: Promise.resolve() };
      jobs.current.set(field, job);
      job.done = prepare(field, file, job);
    },
    [halt, prepare],
  );

  const remove = useCallback(
    (field: string) => {
      const before: unknown = form.getValues(field as Path<Values>);
      halt(field);
      note(field, idle);
      put(field, null, true);
      if (!before || (isStored(before) && before.former)) return;
      api
        .delete(`/verification/draft/files/${encodeURIComponent(partName(field))}`)
        .catch((error: unknown) => console.error("The document could not be removed", error));
    },
    [form, halt, note, put],
  );

  /** Waits for pictures that are still being made smaller. */
  const fitted = useCallback(
    async () => void (await Promise.allSettled([...jobs.current.values()].map((job) => job.fitted))),
    [],
  );

  /** Waits for what is on its way, and tries nothing again: the submission is about to carry the rest. */
  const settled = useCallback(async () => {
    for (const job of jobs.current.values()) window.clearTimeout(job.retry);
    await Promise.all([...jobs.current.values()].map((job) => job.done));
    for (const job of jobs.current.values()) window.clearTimeout(job.retry);
  }, []);

  useEffect(() => {
    const running = jobs.current;
    const online = () => running.forEach((job) => job.repeat?.());
    const offline = () => running.forEach((job) => job.attempt?.abort());
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      for (const job of running.values()) window.clearTimeout(job.retry);
    };
  }, []);

  const uploads = useMemo<Uploads>(
    () => ({ stateOf: (field) => states[field] ?? idle, choose, remove }),
    [states, choose, remove],
  );
  return { uploads, fitted, settled };
}
