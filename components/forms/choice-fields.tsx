"use client";

import { useController, type FieldValues } from "react-hook-form";
import { Checkbox, RadioCards } from "@/components/ui/choice";
import { Select, Textarea } from "@/components/ui/input";
import { Field, type FieldProps } from "./field";

/** Choices and notes of the surrounding form (FormProvider), with their errors. */
interface ChoiceProps extends Pick<FieldProps, "label" | "help" | "optional"> {
  name: string;
}

interface SelectFieldProps extends ChoiceProps {
  /** Labels by value. */
  options: Readonly<Record<string, string>>;
  /** The text shown until an option is chosen. */
  placeholder?: string;
}

export function SelectField({ name, options, placeholder, ...frame }: SelectFieldProps) {
  const { field, fieldState } = useController<FieldValues>({ name });
  return (
    <Field {...frame} error={fieldState.error?.message}>
      {(control) => (
        <Select {...control} {...field} value={String(field.value ?? "")}>
          {placeholder && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Asks for the reason for an act that the audit log records. */
export const ReasonField = (props: Pick<SelectFieldProps, "options">) => (
  <SelectField name="reason" label="Reason" placeholder="Choose a reason" {...props} />
);

interface RadioFieldProps extends ChoiceProps {
  options: readonly { value: string; label: string; description: string }[];
  onChosen?: () => void;
}

export function RadioField({ name, options, onChosen, ...frame }: RadioFieldProps) {
  const { field, fieldState } = useController<FieldValues>({ name });
  return (
    <Field {...frame} group error={fieldState.error?.message}>
      {(control) => (
        <RadioCards
          {...control}
          {...field}
          value={String(field.value ?? "")}
          options={options}
          onChange={(value) => {
            field.onChange(value);
            onChosen?.();
          }}
        />
      )}
    </Field>
  );
}

/** Asks the user to confirm a statement, such as an acceptance. */
export function CheckboxField({ name, label }: { name: string; label: string }) {
  const { field, fieldState } = useController<FieldValues>({ name });
  const { value, ...rest } = field;
  const error = fieldState.error?.message;
  const errorId = `${name}-error`;
  return (
    <div>
      <Checkbox
        {...rest}
        checked={value === true}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        label={label}
      />
      <div aria-live="polite">
        {error && (
          <p id={errorId} className="mt-1 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

interface NoteFieldProps extends Partial<ChoiceProps> {
  maxLength?: number;
  placeholder?: string;
}

/** A reviewer's note. */
export function NoteField({ name = "note", maxLength = 500, placeholder, ...frame }: NoteFieldProps) {
  const { field, fieldState } = useController<FieldValues>({ name });
  return (
    <Field label="Note" {...frame} error={fieldState.error?.message}>
      {(control) => (
        <Textarea
          {...control}
          {...field}
          rows={2}
          maxLength={maxLength}
          placeholder={placeholder}
          value={String(field.value ?? "")}
        />
      )}
    </Field>
  );
}
