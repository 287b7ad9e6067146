"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { PreviousMasks } from "@/components/forms/previous-masks";
import type { Uploads } from "@/components/forms/uploads-context";
import { useSession } from "@/components/session/session-provider";
import { paths } from "@/lib/routes/paths";
import type { DraftDto } from "@/lib/verification/draft-dto";
import type { FileRule } from "@/lib/verification/documents";
import { rememberSubmitted } from "./remember-submitted";
import { submitVerification, type SubmittedDocument } from "./submit";
import type { LazyValidator } from "./use-checks";
import { useServerDraft, type Restored } from "./use-server-draft";
import { useUploads } from "./use-uploads";
import { useWizard } from "./use-wizard";

/** Everything in which the individual and the corporate form differ. */
export interface VerificationOptions<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** What an untouched form holds. */
  base: Values;
  steps: number;
  fieldsOf: (step: number) => readonly string[];
  stepOf: (field: string) => number;
  knownFields: (values: Values) => readonly string[];
  checks: LazyValidator<Values>;
  ruleOf: (field: string) => FileRule;
  answersOf: (values: Values) => Record<string, unknown>;
  documentsOf: (values: Values) => readonly SubmittedDocument[];
  restore: (draft: DraftDto | null) => Promise<Restored<Values> | null>;
  valuesOf: (draft: DraftDto) => Values;
  onSaved?: (values: Values, savedAt: string) => void;
  /** What of it this browser keeps goes. */
  onSubmitted?: () => void;
  /** Under /api. */
  path: string;
  fallback: string;
  words: { sent: string; failed: string };
}

/** A verification form at work: its steps, its draft, its documents and its submission. */
export function useVerification<Values extends FieldValues>(options: VerificationOptions<Values>) {
  const { form, base, answersOf, onSaved } = options;
  const router = useRouter();
  const { refreshUser } = useSession();
  const [kept] = useState<PreviousMasks>(() => new Map<string, string>());
  const documents = useUploads(form, options.ruleOf);

  const { frame, settle, ...wizard } = useWizard<Values>({
    ...options,
    fitted: documents.fitted,
    prepare: async () => {
      draft.pause(true);
      await documents.settled();
    },
    send: (values, onProgress) =>
      submitVerification({
        path: options.path,
        answers: answersOf(values),
        documents: options.documentsOf(values),
        fallback: options.fallback,
        onProgress,
      }),
    onSent: async () => {
      rememberSubmitted();
      options.onSubmitted?.();
      form.reset(base);
      await refreshUser();
      router.replace(paths.verificationSuccess());
    },
    onFailed: () => draft.pause(false),
  });

  const draft = useServerDraft<Values>({
    form,
    base,
    step: wizard.step,
    kept,
    answersOf,
    restore: options.restore,
    valuesOf: options.valuesOf,
    ...(onSaved && { onSaved }),
  });

  const arrived = useRef(settle);
  useEffect(() => {
    arrived.current = settle;
  });
  useEffect(() => {
    if (draft.ready) arrived.current();
  }, [draft.ready]);
  const takeOther = () => draft.takeOther().then(settle);

  const uploads: Uploads = {
    ...documents.uploads,
    stateOf: (field) => wizard.uploadOf(field) ?? documents.uploads.stateOf(field),
  };
  return { frame, wizard, draft: { ...draft, takeOther }, kept, uploads };
}
