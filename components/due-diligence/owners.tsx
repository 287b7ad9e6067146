"use client";

import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { FormFields, formGrid } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { dueDiligenceSections, MAX_OWNERS, ownerFields } from "@/lib/due-diligence/form";
import { sumOfShares } from "@/lib/due-diligence/schema";
import { formatRate } from "@/lib/rates";
import { emptyOwner, type DueDiligenceValues } from "./values";

/** Asks for the directors and owners of a company, and for what they hold together (product 10.41). */
export function Owners() {
  const { getValues, setValue, setFocus, clearErrors } = useFormContext<DueDiligenceValues>();
  const owners = useWatch<DueDiligenceValues, "owners">({ name: "owners" });
  const { isSubmitted } = useFormState<DueDiligenceValues>();
  const addButton = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState<number | null>(null);
  const [added, setAdded] = useState({ index: 0 });

  const change = (rows: DueDiligenceValues["owners"]) => {
    setValue("owners", rows, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  const remove = (index: number) => {
    setAsking(null);
    change(getValues("owners").filter((_, at) => at !== index));
    addButton.current?.focus();
  };
  // Removing entered values requires a confirmation.
  const askToRemove = (index: number) => {
    if (getValues(`owners.${index}.name`)) setAsking(index);
    else remove(index);
  };
  // A new row shows no errors yet.
  const add = () => {
    setValue("owners", [...getValues("owners"), emptyOwner()], { shouldDirty: true });
    clearErrors(`owners.${owners.length}`);
    setAdded({ index: owners.length });
  };
  useEffect(() => {
    if (added.index > 0) setFocus(`owners.${added.index}.kind`);
  }, [added, setFocus]);

  return (
    <div className="grid grid-cols-1 gap-8">
      {owners.map((_, index) => (
        <fieldset key={index} className="min-w-0">
          <legend className="float-left mb-4 font-medium">{`Director or owner ${index + 1}`}</legend>
          {owners.length > 1 && (
            <Button
              variant="quiet"
              size="sm"
              className="float-right"
              onClick={() => askToRemove(index)}
              icon={<Trash2 aria-hidden className="size-4" />}
            >
              <span>Remove</span>
              <span className="sr-only">{` director or owner ${index + 1}`}</span>
            </Button>
          )}
          <div className={`clear-both ${formGrid}`}>
            <FormFields fields={ownerFields} prefix={`owners.${index}.`} />
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          ref={addButton}
          variant="secondary"
          disabled={owners.length >= MAX_OWNERS}
          onClick={add}
          icon={<Plus aria-hidden className="size-4" />}
        >
          Add director or owner
        </Button>
        <p className="text-sm text-muted">
          {owners.length >= MAX_OWNERS
            ? `You can add up to ${MAX_OWNERS}.`
            : `The shares above add up to ${formatRate(sumOfShares(owners))}.`}
        </p>
      </div>
      <div className={formGrid}>
        <FormFields fields={dueDiligenceSections.ownership} variant="corporate" />
      </div>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Remove ${asking === null ? "" : getValues(`owners.${asking}.name`)}?`}
        description="This deletes their details from the form."
        confirmLabel="Remove"
        tone="danger"
        onConfirm={() => asking !== null && remove(asking)}
        otherwiseFocus={addButton}
      />
    </div>
  );
}
