"use client";

import type { ComponentProps } from "react";
import { Controller, useFormContext, type FieldValues } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { RadioCards, type RadioOption } from "@/components/ui/choice";
import { Input, Select, Textarea } from "@/components/ui/input";
import { fieldShell, useFieldError, type CommonFieldProps } from "./bound-field";
import { isStored } from "./documents";
import { Field } from "./field";
import { FileField as FilePicker } from "./file-field";
import { PhoneInput } from "./inputs";
import { useUploadsOf } from "./uploads-context";

export { DigitsField } from "./number-field";

/*
 * Fields that find their form by themselves (FormProvider). Each marks itself wrong and shows its message in place.
 */
function useField(name: string) {
  return { form: useFormContext<FieldValues>(), error: useFieldError(name) };
}

export function TextField({
  name,
  label,
  help,
  warning,
  optional,
  className,
  ...input
}: CommonFieldProps & ComponentProps<"input">) {
  const { form, error } = useField(name);
  return (
    <Field {...fieldShell({ name, label, help, warning, optional, className }, error)}>
      {({ labelId: _, ...control }) => <Input {...input} {...control} {...form.register(name)} />}
    </Field>
  );
}

export function EmailField(props: CommonFieldProps & ComponentProps<"input">) {
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

export function TextareaField(props: CommonFieldProps & { rows?: number; autoComplete?: string }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...fieldShell(props, error)}>
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

export function PhoneField(props: CommonFieldProps & { autoComplete?: string }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...fieldShell(props, error)}>
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

interface ComboFieldProps extends CommonFieldProps {
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
    <Field {...fieldShell(props, error)}>
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

export function SelectField({ options, ...props }: CommonFieldProps & { options: readonly string[] }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...fieldShell(props, error)}>
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
}: CommonFieldProps & { options: readonly RadioOption<Value>[] }) {
  const { form, error } = useField(props.name);
  return (
    <Field {...fieldShell(props, error)} group>
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
}

/** A document. What becomes of a chosen file is up to the form's UploadsContext. */
export function FileField({ name, ...props }: FileFieldProps) {
  const { form, error } = useField(name);
  const uploads = useUploadsOf();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onBlur } }) => (
        <FilePicker
          {...props}
          name={name}
          value={value instanceof File || isStored(value) ? value : null}
          onChange={(file) => (file ? uploads.choose(name, file) : uploads.remove(name))}
          onBlur={onBlur}
          error={error}
          upload={uploads.stateOf(name)}
        />
      )}
    />
  );
}
