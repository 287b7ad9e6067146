"use client";

import { Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { DigitsField, EmailField, FileField, PhoneField, TextField } from "@/components/forms/bound-fields";
import { useUploadsOf } from "@/components/forms/uploads-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { MAX_SIGNATORIES } from "@/lib/verification/steps";
import { documentRule } from "@/lib/verification/documents";
import { emptySignatory, signatoryDocument, type CorporateValues } from "./corporate-form";

const grid = "grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2";
const wide = "sm:col-span-2";

/** Who may sign for the company: at least one, the last one can be taken out again (product 2.6). */
export function Signatories() {
  const { getValues, setValue, setFocus, clearErrors } = useFormContext<CorporateValues>();
  const { length: count } = useWatch<CorporateValues, "signatories">({ name: "signatories" });
  const uploads = useUploadsOf();
  const [asking, setAsking] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const last = count - 1;

  const removeLast = () => {
    setAsking(false);
    if (last < 1) return;
    uploads.remove(signatoryDocument(last));
    setValue("signatories", getValues("signatories").slice(0, last), { shouldDirty: true });
    addButton.current?.focus();
  };
  // What somebody typed is not thrown away by one press.
  const askToRemove = () => {
    const filled = Object.values(getValues(`signatories.${last}`) ?? {}).some(Boolean);
    if (filled) setAsking(true);
    else removeLast();
  };

  const [added, setAdded] = useState({ index: 0 });
  // The fields of a new signatory are not wrong before anybody has been there: nothing is checked yet.
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

      <div className="flex flex-wrap gap-3">
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
          <p role="status" className="self-center text-sm text-muted">
            You can add up to {MAX_SIGNATORIES} signatories.
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
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
        <div className={`clear-both ${grid}`}>
          <TextField name="referral.officerName" label="Officer's name" optional autoComplete="off" />
          <TextField
            name="referral.contact"
            label="Officer's phone number or email"
            optional
            autoComplete="off"
          />
        </div>
      </fieldset>
    </div>
  );
}

function Signatory({ index }: { index: number }) {
  const field = (name: string) => `signatories.${index}.${name}`;
  return (
    <fieldset className="min-w-0">
      <legend className="float-left mb-5 w-full text-lg font-semibold">Signatory {index + 1}</legend>
      <div className={`clear-both ${grid}`}>
        {/* Other people's details: the browser must not fill in one's own. */}
        <TextField name={field("fullName")} label="Full name" autoComplete="off" autoCapitalize="words" />
        <TextField
          name={field("position")}
          label="Position"
          autoComplete="off"
          help="For example, Managing Director or Company Secretary."
        />
        <PhoneField name={field("phoneNumber")} label="Phone number" autoComplete="off" />
        <EmailField name={field("email")} label="Email address" autoComplete="off" />
        <DigitsField
          name={field("bvnNumber")}
          label="BVN"
          length={11}
          help="11 digits. They can dial *565*0# to find it."
        />
        <div className={wide}>
          <FileField
            name={signatoryDocument(index)}
            label="ID document"
            rule="PDF, JPG or PNG, up to 5 MB"
            accept={documentRule.types}
            help="National ID, voter's card or international passport."
          />
        </div>
      </div>
    </fieldset>
  );
}
