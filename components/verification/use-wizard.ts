"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import { get, useFormContext, type FieldValues, type UseFormReturn } from "react-hook-form";
import { isStored } from "@/components/forms/documents";
import { applyServerErrors, focusFirstInvalid } from "@/components/forms/server-errors";
import type { Uploads } from "@/components/forms/uploads-context";
import { SUBMITTED_FLAG } from "@/components/session/private-state";
import { useSession } from "@/components/session/session-provider";
import { toast } from "sonner";
import { toApiError } from "@/lib/contract/client";
import { toasts } from "@/lib/contract/messages";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { findField, pathsOfStep, stepOf } from "@/lib/verification/form-paths";
import { clearLocalDraft } from "./draft-key";
import { submitVerification } from "./submit";
import { useDraft } from "./use-draft";
import { useSteps } from "./use-steps";
import { useUploads } from "./use-uploads";
import type { WizardForm } from "./wizard-form";

/**
 * A verification form at work (product 4.4, 4.5): its steps, its draft, its documents and its submission. Steps forward only when they
 * are right, backward freely; one submission however often the button is pressed. Needs a FormProvider above it.
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
  const documents = useUploads();
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({});
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState(0);
  // State is too late for the second press of a double click.
  const isSubmitting = useRef(false);
  const isSettled = useRef(false);
  /** One at a time. A new one gets an id of its own: with that of one just leaving it would leave too. */
  const errorToast = useRef<string | number>(undefined);
  const showError = (message: string) => {
    toast.dismiss(errorToast.current);
    errorToast.current = toast.error(message);
  };

  const problems = () =>
    (definition.schema.safeParse(form.getValues()).error?.issues ?? []).map(({ path }) => path.join("."));
  /** The step up to which everything before is right. */
  const reach = () => Math.min(last, ...problems().map((path) => stepOf(kind, path)));
  /** Leads to the first field that is wrong, together with the step that is shown for it. */
  const focusProblem = () => startTransition(() => setRefusals((count) => count + 1));
  const refuse = () => {
    focusProblem();
    showError(toasts.fillRequired);
  };
  /** Backward freely, forward as far as the answers allow; what stops the way is shown. */
  const allowedStep = (asked: number, from: number): number => {
    const end = asked > from ? Math.min(asked, reach()) : asked;
    if (end < asked) void fields.trigger(pathsOfStep(kind, end)).then(refuse);
    return end;
  };

  const { step, shown, show } = useSteps(last, (asked, from) => {
    if (isSubmitting.current) return from;
    // Until the draft is there, nothing can be said about the answers.
    return isSettled.current ? allowedStep(asked, from) : asked;
  });
  const draft = useDraft({ definition, form, base, user, step });

  const goTo = (asked: number) => {
    const end = allowedStep(asked, shown.current);
    // What was missing has been put right.
    if (end === asked) toast.dismiss(errorToast.current);
    show(end);
  };
  /** There are answers, or others than before: no step stays open that they do not allow. */
  const settle = () => {
    isSettled.current = true;
    show(Math.min(shown.current, reach()));
  };
  const onReady = useEffectEvent(settle);
  useEffect(() => {
    if (draft.isReady) onReady();
  }, [draft.isReady]);

  // The first field that is wrong takes the focus, or the heading of a new step: there the keyboard and a screen reader begin.
  const before = useRef({ step, refusals });
  useEffect(() => {
    const previous = before.current;
    before.current = { step, refusals };
    if (refusals !== previous.refusals) focusFirstInvalid(frame.current);
    else if (step !== previous.step) document.getElementById("wizard-step")?.focus({ preventScroll: true });
  }, [step, refusals]);

  const submission = useMutation({
    mutationFn: async () => {
      setFailure([]);
      setProgress({});
      draft.pause(true);
      await documents.finish();
      const values = form.getValues();
      await submitVerification({
        kind,
        answers: definition.answersOf(values),
        documents: definition.documentsOf(values),
        onProgress: setProgress,
      });
    },
  });
  const submit = async () => {
    if (isSubmitting.current) return;
    const [problem, ...others] = problems().map((path) => stepOf(kind, path));
    if (problem !== undefined) {
      await form.trigger();
      show(Math.min(problem, ...others));
      refuse();
      return;
    }
    isSubmitting.current = true;
    submission.mutate(undefined, { onSuccess: () => void leave(), onError: showFailure });
  };

  const leave = async () => {
    toast.success(messages.sent);
    rememberSubmitted();
    clearLocalDraft();
    form.reset(base);
    await refreshUser();
    router.replace(paths.verificationSuccess());
  };

  /** The server's words at their fields, on their step; what fits no field stands above the form. What was typed stays. */
  const showFailure = (thrown: unknown) => {
    isSubmitting.current = false;
    documents.resume();
    draft.pause(false);
    const error = toApiError(thrown);
    showError(messages.failed);
    const known = error.fieldErrors
      .map(({ path }) => path)
      .filter((path) => findField(kind, path) && get(form.getValues(), path) !== undefined);
    // A document that the server no longer has is not offered again.
    if (error.status === 422) {
      for (const path of known) if (isStored(fields.getValues(path))) fields.setValue(path, null);
    }
    const { placed, homeless } = applyServerErrors(fields, error, known);
    setFailure(
      placed.length > 0 ? homeless : [error.message, ...homeless.filter((text) => text !== error.message)],
    );
    if (placed.length > 0) {
      show(Math.min(...placed.map((path) => stepOf(kind, path))));
      focusProblem();
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void documents.fitted().then(() => {
      if (shown.current !== step) return;
      if (step === last) void submit();
      else goTo(step + 1);
    });
  };

  /** While the submission itself carries the documents, they cannot be changed. */
  const uploads: Uploads = {
    ...documents.uploads,
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
    onSubmit,
    failure,
    isSending: submission.isPending,
    isSubmitted: submission.isSuccess,
    uploads,
    draft: { ...draft, takeOther: () => draft.takeOther().then(settle) },
  };
}

/** The flag of product 4.4. */
function rememberSubmitted(): void {
  try {
    sessionStorage.setItem(SUBMITTED_FLAG, "true");
  } catch {
    // The server knows anyway.
  }
}
