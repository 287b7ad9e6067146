"use client";

import type { ComponentProps, ReactNode } from "react";
import { Controller, get, useFormContext, type FieldError, type FieldValues } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { RadioCards, type RadioOption } from "@/components/ui/choice";
import { Input, Select, Textarea } from "@/components/ui/input";
import { Field } from "./field";
import { FileField as FilePicker, type UploadState } from "./file-field";
import { NumberInput, PhoneInput } from "./inputs";

/*
 * Fields that find their form by themselves (FormProvider). `name` may be dotted: `signatories.0.fullName`. Each marks itself
 * wrong and shows its message in place.
 */
interface Common {
  name: string;
  label: string;
  help?: ReactNode;
  warning?: string | null;
  optional?: boolean;
  className?: string;
}

function useField(name: string) {
  const form = useFormContext<FieldValues>();
  const error = get(form.formState.errors, name) as FieldError | undefined;
  return { form, error: error?.message };
}

const shell = ({ label, help, warning, optional, className }: Common, error: string | undefined) => ({
  label,
  help,
  warning,
  error,
  ...(optional !== undefined && { optional }),
  ...(className !== undefined && { className }),
});

export function TextField({
  name,
  label,
  help,
  warning,
  optional,
  className,
  ...input
}: Common & ComponentProps<"input">) {
  const { form, error } = useField(name);
  return (
    <Field {...shell({ name, label, help, warning, optional, className }, error)}>
      {({ labelId: _, ...control }) => <Input {...input} {...control} {...form.register(name)} />}
    </Field>
  );
}

export function EmailField(props: Common & ComponentProps<"input">) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

export function TextareaField(props: Common & { rows?: number; autoComplete?: string }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...shell(props, error)}>
      {({ labelId: _, ...control }) => (
        <Textarea
          rows={props.rows ?? 3}
          autoComplete={props.autoComplete}
          {...control}
          {...form.register(props.name)}
        />
      )}
    </Field>
  );
}

export function PhoneField(props: Common & { autoComplete?: string }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...shell(props, error)}>
      {({ labelId: _, ...control }) => (
        <Controller
          control={form.control}
          name={props.name}
          render={({ field }) => (
            <PhoneInput {...control} {...field} autoComplete={props.autoComplete ?? "tel-national"} />
          )}
        />
      )}
    </Field>
  );
}

export function DigitsField(props: Common & { length: number }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...shell(props, error)}>
      {({ labelId: _, ...control }) => (
        <Controller
          control={form.control}
          name={props.name}
          render={({ field }) => <NumberInput {...control} {...field} length={props.length} />}
        />
      )}
    </Field>
  );
}

interface ComboFieldProps extends Common {
  items: readonly string[];
  placeholder?: string;
  disabled?: boolean;
  alias?: (typed: string) => string | null;
  always?: string;
  /** Told after the form knows. */
  onPick?: (value: string) => void;
}

export function ComboField({
  items,
  placeholder,
  disabled,
  alias,
  always,
  onPick,
  ...props
}: ComboFieldProps) {
  const { form, error } = useField(props.name);
  return (
    <Field {...shell(props, error)}>
      {({ labelId: _, ...control }) => (
        <Controller
          control={form.control}
          name={props.name}
          render={({ field: { ref, value, onChange, ...field } }) => (
            <Combobox
              {...control}
              {...field}
              inputRef={ref}
              value={String(value ?? "")}
              items={items}
              placeholder={placeholder}
              disabled={disabled}
              alias={alias}
              always={always}
              onChange={(picked) => {
                onChange(picked);
                onPick?.(picked);
              }}
            />
          )}
        />
      )}
    </Field>
  );
}

export function SelectField({ options, ...props }: Common & { options: readonly string[] }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...shell(props, error)}>
      {({ labelId: _, ...control }) => (
        <Select {...control} {...form.register(props.name)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function RadioField<Value extends string>({
  options,
  ...props
}: Common & { options: readonly RadioOption<Value>[] }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...shell(props, error)} group>
      {({ labelId, id, ...control }) => (
        <Controller
          control={form.control}
          name={props.name}
          render={({ field }) => (
            <RadioCards
              id={id}
              aria-labelledby={labelId}
              aria-invalid={control["aria-invalid"]}
              aria-describedby={control["aria-describedby"]}
              name={field.name}
              value={(field.value as Value) || null}
              options={options}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      )}
    </Field>
  );
}

interface FileFieldProps {
  name: string;
  label: string;
  rule: string;
  accept: readonly string[];
  help?: string;
  camera?: "user" | "environment";
  optional?: boolean;
  upload?: UploadState;
}

export function FileField({ name, ...props }: FileFieldProps) {
  const { form, error } = useField(name);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <FilePicker
          {...props}
          name={name}
          value={field.value instanceof File ? field.value : null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={error}
        />
      )}
    />
  );
}
