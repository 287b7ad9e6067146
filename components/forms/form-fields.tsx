"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo, type ComponentProps, type Ref } from "react";
import { useController, useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { RadioCards } from "@/components/ui/choice";
import { Input as TextInput, Select, Textarea } from "@/components/ui/input";
import {
  entriesOf,
  isAsked,
  type Field as Definition,
  type Fields,
  type Input,
} from "@/lib/forms/definition";
import { localGovernmentAfterStateChange } from "@/lib/forms/values";
import { lagosDay } from "@/lib/dates";
import {
  findInstitution,
  findLocalGovernment,
  findState,
  institutions,
  localGovernmentsOf,
  OTHER,
  states,
} from "@/lib/reference";
import { DigitsField } from "./digits-field";
import { Field } from "./field";
import { EmailInput, PhoneInput } from "./inputs";
import { Lockable, useFieldLock } from "./lock-context";
import { LooseDateInput } from "./loose-date-input";

export const formGrid = "grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2";
export const wideField = "sm:col-span-2";

interface FormFieldsProps {
  fields: Fields;
  /** The path of the fields in the form's values, such as `signatories.0.` */
  prefix?: string;
  variant?: string | undefined;
  /** Warnings by field. */
  warnings?: Partial<Record<string, string | null>>;
}

/** Renders the fields of a group from their definitions. Requires a FormProvider above it. */
export function FormFields({ fields, prefix = "", variant, warnings = {} }: FormFieldsProps) {
  return entriesOf(fields).map(([key, definition]) => {
    const props = { fields, prefix, definition, name: prefix + key, fieldKey: key, warning: warnings[key] };
    if (!isAsked(definition, variant)) return null;
    const { otherOf, onlyIf = otherOf && { field: otherOf, values: [OTHER] } } = definition;
    return onlyIf ? (
      <ConditionalField key={key} {...props} of={prefix + onlyIf.field} values={onlyIf.values} />
    ) : (
      <FormField key={key} {...props} />
    );
  });
}

interface FormFieldProps {
  fields: Fields;
  prefix: string;
  definition: Definition;
  name: string;
  fieldKey: string;
  warning: string | null | undefined;
}

/** Shown only while the field `of` has one of these values. */
function ConditionalField({
  of,
  values,
  ...props
}: FormFieldProps & { of: string; values: readonly string[] }) {
  return values.includes(String(useWatch<FieldValues>({ name: of }))) && <FormField {...props} />;
}

function FormField(props: FormFieldProps) {
  const { isLocked, request } = useFieldLock(props.name);
  return (
    <Lockable isLocked={isLocked}>
      <FieldControl {...props} warning={request ?? props.warning} />
    </Lockable>
  );
}

function FieldControl(props: FormFieldProps) {
  const { input } = props.definition;
  if (input.kind === "fixed") {
    return (
      <Field label={props.definition.label} help={props.definition.help}>
        {({ "aria-required": _, ...a11y }) => <TextInput {...a11y} value={input.value} readOnly />}
      </Field>
    );
  }
  return input.kind === "digits" ? (
    <DigitsField {...props} input={input} />
  ) : (
    <PlainField {...props} input={input} />
  );
}

function PlainField(props: FormFieldProps & { input: Exclude<Input, { kind: "fixed" | "digits" }> }) {
  const { name, definition, input } = props;
  const { field, fieldState } = useController<FieldValues>({ name });
  const value = String(field.value ?? "");
  const unlicensed = input.kind === "bank" && findInstitution(value)?.licensed === false;
  const warning = unlicensed
    ? `${value} no longer holds a banking licence. Use another account if you have one.`
    : props.warning;
  return (
    <Field
      label={definition.label}
      help={definition.help}
      error={fieldState.error?.message}
      warning={warning}
      optional={definition.optional}
      className={definition.wide && wideField}
      group={input.kind === "radio"}
    >
      {(a11y) => {
        const autoComplete = "autoComplete" in input && { autoComplete: input.autoComplete };
        const control = { ...a11y, ...field, ...autoComplete, value };
        switch (input.kind) {
          case "text":
            return <TextInput {...control} autoCapitalize={input.autoCapitalize} />;
          case "email":
            return <EmailInput {...control} />;
          case "phone":
            return <PhoneInput {...control} />;
          case "textarea":
            return <Textarea {...control} rows={2} />;
          case "date":
            return <TextInput {...control} type="date" min="1900-01-01" max={lagosDay()} />;
          case "looseDate":
            return <LooseDateInput {...control} />;
          case "select":
            return (
              <Select {...control}>
                {input.placeholder && <option value="">{input.placeholder}</option>}
                {input.options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </Select>
            );
          case "radio":
            return <RadioCards {...control} options={input.options} />;
          case "bank":
            return (
              <ComboControl {...control} items={bankNames} alias={findBankName} placeholder="Select bank" />
            );
          case "state":
            return <StateControl {...control} {...props} />;
          case "localGovernment":
            return <LocalGovernmentControl {...control} state={props.prefix + input.state} />;
        }
      }}
    </Field>
  );
}

/** Loaded lazily, because it accounts for a third of the form's own code, which the first fields do not need. */
const Combobox = dynamic(() => import("@/components/ui/combobox").then((module) => module.Combobox));

const bankNames = institutions.map(({ name }) => name);
const findBankName = (typed: string) => findInstitution(typed)?.name ?? null;

type ComboProps = Omit<ComponentProps<typeof Combobox>, "inputRef"> & { ref: Ref<HTMLInputElement> };
const ComboControl = ({ ref, ...props }: ComboProps) => <Combobox {...props} inputRef={ref} />;

/** Asks for a state (product 2.6). After a change, the local government is cleared if it is not in the new state. */
function StateControl({
  fields,
  prefix,
  fieldKey,
  onChange,
  ...combo
}: Omit<ComboProps, "items"> & Pick<FormFieldProps, "fields" | "prefix" | "fieldKey">) {
  const { getValues, setValue, clearErrors } = useFormContext<FieldValues>();
  const areas = entriesOf(fields).flatMap(([key, { input }]) =>
    input.kind === "localGovernment" && input.state === fieldKey ? [prefix + key] : [],
  );
  const pick = (state: string) => {
    onChange(state);
    for (const area of areas) {
      const remaining = localGovernmentAfterStateChange(state, String(getValues(area) ?? ""));
      setValue(area, remaining, { shouldDirty: true });
      clearErrors(area);
    }
  };
  return (
    <ComboControl {...combo} onChange={pick} items={states} placeholder="Select state" alias={findState} />
  );
}

function LocalGovernmentControl({
  state: stateName,
  ...combo
}: Omit<ComboProps, "items"> & { state: string }) {
  const state = String(useWatch<FieldValues>({ name: stateName }) ?? "");
  const areas = localGovernmentsOf(state);
  const items = useMemo(() => [...areas, OTHER], [areas]);
  const alias = useCallback((typed: string) => findLocalGovernment(state, typed), [state]);
  const placeholder = areas.length > 0 ? "Select local government" : "No LGAs found; choose Other";
  return (
    <ComboControl
      {...combo}
      items={items}
      always={OTHER}
      alias={alias}
      placeholder={state ? placeholder : "Select state first"}
      disabled={!state}
    />
  );
}
