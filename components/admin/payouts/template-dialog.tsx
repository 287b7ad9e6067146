"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ArrowUp, Plus, X } from "lucide-react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import type * as z from "zod";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { CheckboxField, SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { uploadFields, uploadFormats } from "@/lib/payouts/upload-labels";
import {
  MAX_UPLOAD_COLUMNS,
  uploadTemplateInput,
  type UploadTemplateDto,
  type UploadTemplateInput,
} from "@/lib/payouts/upload-template-schema";

type Values = z.input<typeof uploadTemplateInput>;

/** The columns of a new template, which most banks ask for. */
const usual: Values["columns"] = [
  { heading: "Account number", field: "account_number" },
  { heading: "Account name", field: "account_name" },
  { heading: "Bank code", field: "bank_code" },
  { heading: "Amount", field: "amount" },
  { heading: "Narration", field: "reference" },
];

interface TemplateDialogProps {
  /** Null for a new template. */
  template: UploadTemplateDto | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds or changes the columns of a bank's bulk upload. */
export function TemplateDialog({ template, onClose, onSaved }: TemplateDialogProps) {
  const form = useForm<Values, unknown, UploadTemplateInput>({
    resolver: zodResolver(uploadTemplateInput),
    defaultValues: template ?? { name: "", format: "xlsx", hasHeadings: true, columns: usual },
  });
  const { control, formState } = form;
  const columns = useFieldArray({ control, name: "columns" });
  const [hasHeadings, values] = useWatch({ control, name: ["hasHeadings", "columns"] });
  const problem = formState.errors.columns?.root?.message ?? formState.errors.columns?.message;
  return (
    <FormDialog
      form={form}
      title={template ? `Change ${template.name}` : "Add an upload template"}
      description="Enter the columns of the bank's bulk upload in their order. Test the file with the bank before the first payment."
      submitLabel="Save template"
      busyLabel="Saving..."
      onClose={onClose}
      send={async (body) => {
        const { message } = await (template
          ? call(payouts.changeUploadTemplate, { params: { id: template._id }, body })
          : call(payouts.addUploadTemplate, { body }));
        toast.success(message);
        onSaved();
      }}
    >
      <TextField name="name" label="Name" rule="Such as the bank's name" autoComplete="off" maxLength={100} />
      <SelectField name="format" label="Format" options={uploadFormats} />
      <CheckboxField name="hasHeadings" label="The first row has headings" />
      <ol className="grid gap-4">
        {columns.fields.map(({ id }, index) => (
          <li key={id}>
            <fieldset className="grid gap-3 rounded-control border border-line p-3">
              <legend className="px-1 text-sm text-muted">{`Column ${index + 1}`}</legend>
              <div className="grid gap-3 sm:grid-cols-2">
                <SelectField name={`columns.${index}.field`} label="Content" options={uploadFields} />
                {hasHeadings && (
                  <TextField
                    name={`columns.${index}.heading`}
                    label="Heading"
                    autoComplete="off"
                    maxLength={60}
                  />
                )}
                {values[index]?.field === "text" && (
                  <TextField name={`columns.${index}.text`} label="Text" autoComplete="off" maxLength={30} />
                )}
              </div>
              <div className="flex flex-wrap gap-3">
                {index > 0 && (
                  <Button
                    variant="quiet"
                    size="sm"
                    icon={<ArrowUp aria-hidden className="size-4" />}
                    onClick={() => columns.move(index, index - 1)}
                  >
                    Move up
                    <span className="sr-only">{` column ${index + 1}`}</span>
                  </Button>
                )}
                {columns.fields.length > 1 && (
                  <Button
                    variant="quiet"
                    size="sm"
                    icon={<X aria-hidden className="size-4" />}
                    onClick={() => columns.remove(index)}
                  >
                    Remove
                    <span className="sr-only">{` column ${index + 1}`}</span>
                  </Button>
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      {columns.fields.length < MAX_UPLOAD_COLUMNS && (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => columns.append({ heading: "", field: "account_number" })}
        >
          Add a column
        </Button>
      )}
    </FormDialog>
  );
}
