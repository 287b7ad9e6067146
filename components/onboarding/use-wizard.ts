"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import { get, useFormContext, type FieldValues, type UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { isStored } from "@/components/forms/documents";
import { applyServerErrors, focusField, focusFirstInvalid } from "@/components/forms/server-errors";
import type { Uploads } from "@/components/forms/uploads-context";
import { toApiError } from "@/lib/contract/client";
import { toasts } from "@/lib/contract/messages";
import { CHECK_CONSENT_VERSION } from "@/lib/onboarding/forms/consent-rules";
import { findField, pathsOfStep, stepOf } from "@/lib/onboarding/forms/path-rules";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { clearLocalDraft } from "./draft-key";
import { submitVerification } from "./submit";
import { useDraft } from "./use-draft";
import { useSteps } from "./use-steps";
import { useUploads } from "./use-uploads";
import type { WizardForm } from "./wizard-form";

/**
 * Manages a verification form (product 4.4, 4.5): its steps, draft, documents and submission. The next step requires valid answers, earlier
 * steps are always available, and a double click submits once. Requires a FormProvider above it.
 */
export function useWizard<Values extends FieldValues>(
  definition: WizardForm<Values>,
  form: UseFormReturn<Values>,
  base: Values,
  user: UserDto,
) {
  const { kind, messages } = definition;
  const last = definition.steps.length - 1;
  const router = useRouter();
  const { refreshUser } = useSession();
  const fields = useFormContext<FieldValues>();
  const frame = useRef<HTMLDivElement>(null);
  const documents = useUploads(user._id);
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({});
  const [failure, setFailure] = useState<readonly string[]>([]);
  // Deferred like the step, so that its fields are rendered before one of them is focused.
  const [rejectionCount, setRejections] = useState(0);
  const rejections = useDeferredValue(rejectionCount);
  // This is a ref, because state would be too late for a double click.
  const isSubmitting = useRef(false);
  const isSettled = useRef(false);
  const errorToast = useRef<string | number>(undefined);
  /** Replaces the previous toast. A fixed id would not work: a toast that is closing would close the new one. */
  const showError = (message: string) => {
    toast.dismiss(errorToast.current);
    errorToast.current = toast.error(message);
  };

  /** Returns the paths of the invalid fields. */
  const invalidPaths = () =>
    (definition.schema.safeParse(form.getValues()).error?.issues ?? []).map(({ path }) => path.join("."));
  /** Returns the last step whose previous steps are valid. */
  const reach = () => Math.min(last, ...invalidPaths().map((path) => stepOf(kind, path)));
  /** Focuses the first invalid field after its step is rendered. */
  const focusProblem = () => setRejections((count) => count + 1);
  const rejectStep = () => {
    focusProblem();
    showError(toasts.fillRequired);
  };
  /** Returns the step that can be shown instead of the wanted one, and shows the errors that prevent it. */
  const allowedStep = (wanted: number, from: number): number => {
    const step = wanted > from ? Math.min(wanted, reach()) : wanted;
    if (step < wanted) void fields.trigger(pathsOfStep(kind, step)).then(rejectStep);
    return step;
  };

  const { step, shown, show } = useSteps(last, (wanted, from) => {
    if (isSubmitting.current) return from;
    // Before the draft has been loaded, the answers are unknown.
    return isSettled.current ? allowedStep(wanted, from) : wanted;
  });
  const goTo = (wanted: number) => {
    const step = allowedStep(wanted, shown.current);
    if (step === wanted) toast.dismiss(errorToast.current);
    show(step);
  };
  /** Leaves a step that the current answers do not allow. */
  const settle = () => {
    isSettled.current = true;
    show(Math.min(shown.current, reach()));
  };
  const draft = useDraft(definition, form, base, user, step, () => {
    settle();
    focusHeading();
  });
  const onReady = useEffectEvent(settle);
  useEffect(() => {
    if (draft.isReady) onReady();
  }, [draft.isReady]);

  // Focuses the first invalid field, or the heading of a new step.
  const before = useRef({ step, rejections });
  useEffect(() => {
    const previous = before.current;
    before.current = { step, rejections };
    if (rejections !== previous.rejections) focusFirstInvalid(frame.current);
    else if (step !== previous.step) focusHeading();
  }, [step, rejections]);

  // Focuses a field that the applicant jumped to, once its step has been rendered.
  const [jump, setJump] = useState<{ path: string } | null>(null);
  const wanted = useDeferredValue(jump);
  useEffect(() => {
    if (wanted) focusField(frame.current, wanted.path);
  }, [wanted]);
  const goToField = (path: string) => {
    const step = stepOf(kind, path);
    goTo(step);
    if (shown.current === step) setJump({ path });
  };

  const submission = useMutation({
    mutationFn: async () => {
      setFailure([]);
      setProgress({});
      draft.pause(true);
      await documents.finish();
      const values = form.getValues();
      await submitVerification({
        kind,
        answers: { ...definition.answersOf(values), checkConsent: CHECK_CONSENT_VERSION },
        documents: definition.documentsOf(values),
        onProgress: setProgress,
      });
    },
  });
  const submit = async () => {
    if (isSubmitting.current) return;
    const steps = invalidPaths().map((path) => stepOf(kind, path));
    if (steps.length > 0) {
      await form.trigger();
      show(Math.min(...steps));
      rejectStep();
      return;
    }
    isSubmitting.current = true;
    submission.mutate(undefined, { onSuccess: () => void leave(), onError: showFailure });
  };

  const leave = async () => {
    toast.success(messages.sent);
    clearLocalDraft();
    form.reset(base);
    await refreshUser();
    router.replace(paths.verificationSuccess());
  };

  /** Shows the server's errors at their fields, and others above the form. The values are unchanged. */
  const showFailure = (thrown: unknown) => {
    isSubmitting.current = false;
    documents.resume();
    draft.pause(false);
    const error = toApiError(thrown);
    showError(messages.failed);
    const known = error.fieldErrors
      .map(({ path }) => path)
      .filter((path) => findField(kind, path) && get(form.getValues(), path) !== undefined);
    // The server no longer has these documents.
    if (error.status === 422) {
      for (const path of known) if (isStored(fields.getValues(path))) fields.setValue(path, null);
    }
    const { placed, unplaced } = applyServerErrors(fields, error, known);
    setFailure(placed.length > 0 ? unplaced : [...new Set([error.message, ...unplaced])]);
    if (placed.length > 0) {
      show(Math.min(...placed.map((path) => stepOf(kind, path))));
      focusProblem();
    }
  };

  /** `confirm` is called before the last step is submitted. */
  const onSubmit = (event: FormEvent, confirm: () => boolean) => {
    event.preventDefault();
    void documents.prepared().then(() => {
      if (shown.current !== step) return;
      if (step < last) goTo(step + 1);
      else if (invalidPaths().length > 0 || confirm()) void submit();
    });
  };

  const uploads: Uploads = {
    ...documents.uploads,
    // During the submission documents cannot be changed.
    stateOf: (field) => {
      if (!submission.isPending) return documents.uploads.stateOf(field);
      const percent = progress[field];
      return percent === undefined ? { phase: "locked" } : { phase: "uploading", percent, locked: true };
    },
  };
  return {
    frame,
    step,
    last,
    goTo,
    goToField,
    onSubmit,
    submit,
    failure,
    isSending: submission.isPending,
    isSubmitted: submission.isSuccess,
    uploads,
    draft,
  };
}

const focusHeading = () => document.getElementById("wizard-step")?.focus({ preventScroll: true });
