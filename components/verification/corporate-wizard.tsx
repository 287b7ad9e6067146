"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { fallbacks, toasts } from "@/lib/contract/messages";
import type { UserDto } from "@/lib/users/dto";
import type { DraftDto } from "@/lib/verification/draft-dto";
import { corporateSteps } from "@/lib/verification/steps";
import {
  corporateAnswers,
  corporateFields,
  corporateRule,
  corporateStepFields,
  corporateStepOf,
  documentsOf,
  fromCorporateDraft,
  initialCorporateValues,
  type CorporateValues,
} from "./corporate-form";
import { CompanyBank, CompanyDocuments, CompanyInfo } from "./corporate-steps";
import { originOf } from "./server-draft";
import { Signatories } from "./signatories";
import { useChecks } from "./use-checks";
import { useVerification } from "./use-verification";
import { WizardShell } from "./wizard-shell";

/** Companies (product 2.6, 4.5). */
export function CorporateWizard({ user }: { user: UserDto }) {
  // What the form starts from stays, whatever is learnt of the person meanwhile.
  const [base] = useState(() => initialCorporateValues(user));
  const checks = useChecks<CorporateValues>(() =>
    import("./corporate-checks").then(({ corporateProblems }) => corporateProblems),
  );
  const form = useForm<CorporateValues>({ resolver: checks.resolver, mode: "onChange", defaultValues: base });
  const valuesOf = ({ values, files }: DraftDto) => fromCorporateDraft(values, files, base);
  const { frame, wizard, ...verification } = useVerification<CorporateValues>({
    form,
    base,
    steps: corporateSteps.length,
    fieldsOf: (step) => corporateStepFields[step] ?? [],
    stepOf: corporateStepOf,
    knownFields: corporateFields,
    checks,
    ruleOf: corporateRule,
    answersOf: corporateAnswers,
    documentsOf,
    restore: (draft) =>
      Promise.resolve(draft && { values: valuesOf(draft), origin: originOf(draft), ahead: false }),
    valuesOf,
    path: "/verification/corporate",
    fallback: fallbacks.submitCorporate,
    words: { sent: toasts.corporateSubmitted, failed: toasts.corporateFailed },
  });
  const { step } = wizard;

  return (
    <WizardShell
      title="Corporate verification"
      intro="Four short steps about your company. We save your answers as you go, so you can continue later on any device."
      user={user}
      form={form}
      steps={corporateSteps}
      frame={frame}
      wizard={wizard}
      {...verification}
    >
      {step === 0 && <CompanyInfo />}
      {step === 1 && <CompanyBank />}
      {step === 2 && <Signatories />}
      {step === wizard.last && <CompanyDocuments />}
    </WizardShell>
  );
}
