"use client";

import { FileField } from "@/components/forms/file-field";
import { FormFields, formGrid, wideField } from "@/components/forms/form-fields";
import { corporateDocuments, corporateGroups } from "@/lib/onboarding/forms/corporate-form";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import type { UserDto } from "@/lib/users/dto";
import { corporateForm } from "./corporate-values";
import { DocumentsStep } from "./documents-step";
import { Signatories } from "./signatories";
import { Wizard } from "./wizard";

interface CorporateWizardProps {
  user: UserDto;
  requestedChanges: readonly RequestedChangeDto[];
}

/** Shows the form for companies (product 2.6, 4.5). */
export function CorporateWizard({ user, requestedChanges }: CorporateWizardProps) {
  return (
    <Wizard
      definition={corporateForm}
      title="Corporate verification"
      intro="Four short steps about your company. We save your answers as you go, so you can continue later on any device."
      user={user}
      requestedChanges={requestedChanges}
    >
      {(step) =>
        [
          <div key="company" className={formGrid}>
            <FormFields fields={corporateGroups.company.fields} prefix="company." />
            <div className={wideField}>
              <FileField name="companyLogo" definition={corporateDocuments.companyLogo} />
            </div>
          </div>,
          <div key="bankDetails" className={formGrid}>
            <FormFields fields={corporateGroups.bankDetails.fields} prefix="bankDetails." />
          </div>,
          <Signatories key="signatories" isFixed={requestedChanges.length > 0} />,
          <DocumentsStep key="documents" documents={corporateDocuments} step={step}>
            Documents must be clear, valid and unaltered. Verification typically takes{" "}
            <span className="whitespace-nowrap">1-2 business days</span>.
          </DocumentsStep>,
        ][step]
      }
    </Wizard>
  );
}
