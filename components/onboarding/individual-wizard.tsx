"use client";

import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { FormFields, formGrid } from "@/components/forms/form-fields";
import { individualDocuments, individualGroups } from "@/lib/onboarding/forms/individual-form";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import type { IndividualVariant } from "@/lib/submission-rules";
import type { UserDto } from "@/lib/users/dto";
import { ageHint } from "./age-hint";
import { DocumentsStep } from "./documents-step";
import { individualForm, type IndividualValues } from "./individual-values";
import { Wizard } from "./wizard";

interface IndividualWizardProps {
  variant: IndividualVariant;
  title: string;
  intro: ReactNode;
  user: UserDto;
  requestedChanges: readonly RequestedChangeDto[];
}

/** Shows the form for individuals and startups (product 2.5, 4.4). */
export function IndividualWizard({ variant, ...props }: IndividualWizardProps) {
  const [definition] = useState(() => individualForm(variant));
  return (
    <Wizard {...props} definition={definition} canSaveProgress>
      {(step) =>
        [
          <BioData key="personal" variant={variant} />,
          <Fields key="nextOfKin" group="nextOfKin" />,
          <Fields key="bankDetails" group="bankDetails" />,
          <DocumentsStep key="documents" documents={individualDocuments} step={step}>
            Documents must be clear, valid and unaltered. The utility bill must be not older than 3 months.
            Verification takes <span className="whitespace-nowrap">1-2 business days</span>.
          </DocumentsStep>,
        ][step]
      }
    </Wizard>
  );
}

const Fields = ({ group }: { group: keyof typeof individualGroups }) => (
  <div className={formGrid}>
    <FormFields fields={individualGroups[group].fields} />
  </div>
);

function BioData({ variant }: { variant: IndividualVariant }) {
  const [ageBracket, dateOfBirth] = useWatch<IndividualValues, ["ageBracket", "dateOfBirth"]>({
    name: ["ageBracket", "dateOfBirth"],
  });
  const warnings = { dateOfBirth: variant === "investor" ? ageHint(ageBracket, dateOfBirth) : null };
  return (
    <div className={formGrid}>
      <FormFields fields={individualGroups.personal.fields} variant={variant} warnings={warnings} />
    </div>
  );
}
