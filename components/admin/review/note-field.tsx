"use client";

import { Field, type FieldProps } from "@/components/forms/field";
import { Textarea } from "@/components/ui/input";

interface NoteFieldProps extends Pick<FieldProps, "help" | "optional" | "error"> {
  value: string;
  readOnly: boolean;
  onChange: (note: string) => void;
}

/** A reviewer's note on a decision, of at most 500 characters. */
export const NoteField = ({ value, readOnly, onChange, ...frame }: NoteFieldProps) => (
  <Field label="Note" {...frame}>
    {(control) => (
      <Textarea
        {...control}
        rows={2}
        maxLength={500}
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);
