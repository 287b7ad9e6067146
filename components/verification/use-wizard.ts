"use client";

import { startTransition, useEffect, useRef, useState, type FormEvent } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { isStored } from "@/components/forms/documents";
import { applyServerErrors, focusFirstInvalid } from "@/components/forms/server-errors";
import type { UploadState } from "@/components/forms/uploads-context";
import { toApiError, type ApiError } from "@/lib/contract/client";
import { COULD_NOT_LOAD, toasts } from "@/lib/contract/messages";
import type { LazyValidator } from "./use-checks";
import { useSteps } from "./use-steps";

export type Sending =
  { phase: "idle" | "failed" | "done" } | { phase: "sending"; progress: Readonly<Record<string, number>> };

/** What differs between the forms. */
export interface WizardOptions<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  steps: number;
  /** What Next checks; a name stands for everything below it. */
  fieldsOf: (step: number) => readonly string[];
  stepOf: (field: string) => number;
  checks: LazyValidator<Values>;
  /** Every field that may take a message of the server. */
  knownFields: (values: Values) => readonly string[];
  /** Documents can be judged from then on. */
  fitted: () => Promise<void>;
  /** Before the calls: what is still on its way comes to an end. */
  prepare: () => Promise<void>;
  send: (values: Values, onProgress: (progress: Record<string, number>) => void) => Promise<void>;
  words: { sent: string; failed: string };
  onSent: () => Promise<void>;
  onFailed: () => void;
}

/** Steps forward only when they are right, backward freely; one submission however often the button is pressed (product 4.4, 4.5). */
export function useWizard<Values extends FieldValues>(options: WizardOptions<Values>) {
  const { form, fieldsOf, stepOf } = options;
  const { problems, ready } = options.checks;
  const last = options.steps - 1;
  const frame = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState<Sending>({ phase: "idle" });
  const [failure, setFailure] = useState<readonly string[]>([]);
  // State is too late for the second press of a double click.
  const locked = useRef(false);

  const [refused, setRefused] = useState(0);
  /** Together with the step that is shown for it. */
  const leadToWrong = () => startTransition(() => setRefused((count) => count + 1));
  const refuse = () => {
    leadToWrong();
    toast.error(toasts.fillRequired, { id: "wizard" });
  };

  /** The step up to which everything before is right. */
  const reach = () => Math.min(last, ...[...problems(form.getValues()).keys()].map(stepOf));
  /** Backward freely, forward as far as the answers allow; what stops the way is shown. */
  const allowed = (asked: number, from: number): number => {
    const end = asked > from ? Math.min(asked, reach()) : asked;
    if (end < asked) void form.trigger([...fieldsOf(end)] as Path<Values>[]).then(refuse);
    return end;
  };
  /** Until the draft is there, nothing can be said about the answers. */
  const settled = useRef(false);
  const { step, shown, show } = useSteps(last, (asked, from) => {
    if (locked.current) return from;
    return settled.current ? allowed(asked, from) : asked;
  });
  const advance = (asked: number) => {
    const end = allowed(asked, shown.current);
    // What was missing has been put right.
    if (end === asked) toast.dismiss("wizard");
    show(end);
  };
  /** Does something that depends on the rules; what was typed stays when they cannot be had. */
  const checked = (work: () => void) => {
    ready().then(work, () => toast.error(COULD_NOT_LOAD, { id: "wizard" }));
  };
  const goTo = (asked: number) => checked(() => advance(asked));

  /** The answers are there, or others than before: no step stays open that they do not allow. */
  const settle = () => {
    settled.current = true;
    if (shown.current === 0) show(0);
    else checked(() => show(Math.min(shown.current, reach())));
  };

  // The first field that is wrong takes the focus, or the heading of a new step.
  const before = useRef({ step, refused });
  useEffect(() => {
    const { step: stepBefore, refused: refusedBefore } = before.current;
    before.current = { step, refused };
    if (refused !== refusedBefore) focusFirstInvalid(frame.current);
    // The keyboard and a screen reader start a new step at its beginning.
    else if (step !== stepBefore) document.getElementById("wizard-step")?.focus({ preventScroll: true });
  }, [step, refused]);

  const submit = async () => {
    if (locked.current) return;
    const wrong = [...problems(form.getValues()).keys()];
    if (wrong.length > 0) {
      await form.trigger();
      show(Math.min(...wrong.map(stepOf)));
      refuse();
      return;
    }
    locked.current = true;
    setFailure([]);
    setSending({ phase: "sending", progress: {} });
    try {
      await options.prepare();
      await options.send(form.getValues(), (progress) => setSending({ phase: "sending", progress }));
      setSending({ phase: "done" });
      toast.success(options.words.sent);
      await options.onSent();
    } catch (thrown) {
      locked.current = false;
      setSending({ phase: "failed" });
      options.onFailed();
      showFailure(toApiError(thrown));
    }
  };

  /** The server's words at their fields, on their step; what fits no field stands above the form. What was typed stays. */
  const showFailure = (error: ApiError) => {
    toast.error(options.words.failed, { id: "wizard" });
    dropRefused(form, error);
    const known = options.knownFields(form.getValues()) as Path<Values>[];
    const { placed, homeless } = applyServerErrors(form, error, known);
    setFailure(
      placed.length > 0 ? homeless : [error.message, ...homeless.filter((text) => text !== error.message)],
    );
    if (placed.length > 0) {
      show(Math.min(...placed.map(stepOf)));
      leadToWrong();
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void options.fitted().then(() => {
      checked(() => {
        if (shown.current !== step) return;
        if (step === last) void submit();
        else advance(step + 1);
      });
    });
  };

  /** How a document stands while the submission itself carries it. */
  const uploadOf = (field: string): UploadState | null => {
    if (sending.phase !== "sending") return null;
    const percent = sending.progress[field];
    return percent === undefined ? { phase: "locked" } : { phase: "uploading", percent, locked: true };
  };

  return { frame, step, last, goTo, settle, onSubmit, failure, phase: sending.phase, uploadOf };
}

/** A document that the server no longer has is not offered again. */
function dropRefused<Values extends FieldValues>(form: UseFormReturn<Values>, error: ApiError): void {
  if (error.status !== 422) return;
  for (const { path } of error.fieldErrors) {
    const field = path as Path<Values>;
    if (isStored(form.getValues(field))) form.setValue(field, null as PathValue<Values, Path<Values>>);
  }
}
