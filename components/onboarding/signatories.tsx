"use client";

import { Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FileField } from "@/components/forms/file-field";
import { FormFields, formGrid, wideField } from "@/components/forms/form-fields";
import { useUploadsContext } from "@/components/forms/uploads-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { corporateGroups, MAX_SIGNATORIES, signatoryDocument } from "@/lib/onboarding/forms/corporate-form";
import { signatoryDocumentPath } from "@/lib/onboarding/forms/document-rules";
import { emptySignatory, type CorporateValues } from "./corporate-values";

/**
 * Asks for the signatories of a company: at least one, and the last can be removed (product 2.6). None can be added or removed while only
 * some parts can be changed.
 */
export function Signatories({ isFixed }: { isFixed: boolean }) {
  const { getValues, setValue, setFocus, clearErrors } = useFormContext<CorporateValues>();
  const { length: count } = useWatch<CorporateValues, "signatories">({ name: "signatories" });
  const uploads = useUploadsContext();
  const [asking, setAsking] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const last = count - 1;

  const removeLast = () => {
    setAsking(false);
    if (last < 1) return;
    uploads.remove(signatoryDocumentPath(last));
    setValue("signatories", getValues("signatories").slice(0, last), { shouldDirty: true });
    addButton.current?.focus();
  };
  // Removing entered values requires a confirmation.
  const askToRemove = () => {
    const filled = Object.values(getValues(`signatories.${last}`) ?? {}).some(Boolean);
    if (filled) setAsking(true);
    else removeLast();
  };

  const [added, setAdded] = useState({ index: 0 });
  // A new signatory shows no errors yet.
  const add = () => {
    setValue("signatories", [...getValues("signatories"), emptySignatory()], { shouldDirty: true });
    clearErrors(`signatories.${count}`);
    setAdded({ index: count });
  };
  useEffect(() => {
    if (added.index > 0) setFocus(`signatories.${added.index}.fullName`);
  }, [added, setFocus]);

  return (
    <div className="grid grid-cols-1 gap-10">
      {Array.from({ length: count }, (_, index) => (
        <Signatory key={index} index={index} />
      ))}

      <div className={isFixed ? "hidden" : "flex flex-wrap gap-3"}>
        <Button
          ref={addButton}
          variant="secondary"
          disabled={count >= MAX_SIGNATORIES}
          onClick={add}
          icon={<Plus aria-hidden className="size-4" />}
        >
          Add signatory
        </Button>
        {count > 1 && (
          <Button variant="quiet" onClick={askToRemove} icon={<Minus aria-hidden className="size-4" />}>
            Remove last signatory
          </Button>
        )}
        {count >= MAX_SIGNATORIES && (
          <p
            role="status"
            className="self-center text-sm text-muted"
          >{`You can add up to ${MAX_SIGNATORIES} signatories.`}</p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove signatory ${last + 1}?`}
        description="This deletes their details and ID document from the form."
        confirmLabel="Remove signatory"
        tone="danger"
        onConfirm={removeLast}
        otherwiseFocus={addButton}
      />

      <fieldset className="min-w-0 border-t border-line pt-8">
        <legend className="float-left mb-6 w-full">
          <span className="block text-lg font-semibold">Relationship officer</span>
          <span className="mt-1 block text-[0.9375rem] leading-6 text-muted">
            If someone on our team is helping you, tell us who.
          </span>
        </legend>
        <div className={`clear-both ${formGrid}`}>
          <FormFields fields={corporateGroups.referral.fields} prefix="referral." />
        </div>
      </fieldset>
    </div>
  );
}

function Signatory({ index }: { index: number }) {
  return (
    <fieldset className="min-w-0">
      <legend className="float-left mb-5 w-full text-lg font-semibold">{`Signatory ${index + 1}`}</legend>
      <div className={`clear-both ${formGrid}`}>
        <FormFields fields={corporateGroups.signatories.fields} prefix={`signatories.${index}.`} />
        <div className={wideField}>
          <FileField name={signatoryDocumentPath(index)} definition={signatoryDocument} />
        </div>
      </div>
    </fieldset>
  );
}
