"use client";

import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { fallbacks, toasts } from "@/lib/contract/messages";
import type { UserDto } from "@/lib/users/dto";
import { fileRules, individualFiles, type IndividualFile } from "@/lib/verification/documents";
import { individualSteps, type IndividualVariant } from "@/lib/verification/steps";
import { clearDraft } from "./draft";
import {
  fieldsOfStep,
  initialValues,
  stepOf,
  textOf,
  wizardFields,
  type WizardValues,
} from "./individual-form";
import { AccountDetails, BioData, KycDocuments, NextOfKin } from "./individual-steps";
import { useChecks } from "./use-checks";
import { useSavedProgress } from "./use-saved-progress";
import { useVerification } from "./use-verification";
import { WizardShell } from "./wizard-shell";

interface IndividualWizardProps {
  variant: IndividualVariant;
  title: string;
  intro: ReactNode;
  user: UserDto;
}

/** Individuals and startups (product 2.5, 4.4). */
export function IndividualWizard({ variant, title, intro, user }: IndividualWizardProps) {
  // What the form starts from stays, whatever is learnt of the person meanwhile.
  const [base] = useState(() => initialValues(user));
  const checks = useChecks<WizardValues>(() =>
    import("./individual-checks").then(
      ({ problems }) =>
        (values) =>
          problems(values, variant),
    ),
  );
  const form = useForm<WizardValues>({ resolver: checks.resolver, mode: "onChange", defaultValues: base });
  const progress = useSavedProgress(user, variant, base);
  const { frame, wizard, ...verification } = useVerification<WizardValues>({
    form,
    base,
    steps: individualSteps.length,
    fieldsOf: (step) => fieldsOfStep(step, variant),
    stepOf: (field) => stepOf(field, variant),
    knownFields: () => wizardFields,
    checks,
    ruleOf,
    answersOf: (values) => textOf(values, variant),
    documentsOf: (values) => individualFiles.map((field) => ({ field, value: values[field] })),
    restore: progress.restore,
    valuesOf: progress.valuesOf,
    onSaved: progress.onSaved,
    onSubmitted: clearDraft,
    path: "/verification",
    fallback: fallbacks.submitVerification,
    words: { sent: toasts.verificationSubmitted, failed: toasts.verificationFailed },
  });
  const { step } = wizard;

  return (
    <WizardShell
      title={title}
      intro={intro}
      user={user}
      form={form}
      steps={individualSteps}
      frame={frame}
      wizard={wizard}
      {...verification}
      save={{
        saving: progress.saving,
        onSave: () => void progress.save(form.getValues(), step).then(() => verification.draft.flush()),
      }}
    >
      {step === 0 && <BioData variant={variant} />}
      {step === 1 && <NextOfKin />}
      {step === 2 && <AccountDetails />}
      {step === wizard.last && <KycDocuments />}
    </WizardShell>
  );
}

const ruleOf = (field: string) => fileRules[field as IndividualFile];
