"use client";

import { useState, type KeyboardEvent } from "react";
import { useController, useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Field as Definition, Input } from "@/lib/forms/definition";
import { isMasked } from "@/lib/mask";
import { Field } from "./field";
import { NumberInput } from "./inputs";
import { useInstitutions } from "./use-institutions";

interface DigitsFieldProps {
  name: string;
  prefix: string;
  definition: Definition;
  input: Extract<Input, { kind: "digits" }>;
  warning: string | null | undefined;
}

/**
 * Asks for a NIN, BVN or account number. A stored one is shown masked (ADR 9). Focusing the field clears it for a new number; the stored
 * number remains the value until the new one is complete, and is restored if the field is left empty.
 */
export function DigitsField({
  name,
  prefix,
  definition,
  input: { length, bank },
  warning,
}: DigitsFieldProps) {
  const { setFocus, setValue } = useFormContext<FieldValues>();
  const { field, fieldState } = useController<FieldValues>({ name });
  const bankName = String(useWatch<FieldValues>({ name: prefix + (bank ?? "") }) ?? "");
  const institutions = useInstitutions(bank !== undefined);
  const value = String(field.value ?? "");
  const masked = isMasked(value);
  const [replaced, setReplaced] = useState<{ mask: string; typed: string } | null>(null);

  const enter = () => masked && setReplaced({ mask: value, typed: "" });
  const type = (typed: string) => {
    setReplaced(replaced && typed.length < length ? { ...replaced, typed } : null);
    if (!replaced || typed.length >= length) field.onChange(typed);
  };
  const restore = () => {
    if (replaced) setValue(name, replaced.mask, { shouldValidate: true });
    setReplaced(null);
  };
  /** Sets the typed digits as the value, if there are any. */
  const commit = () => {
    if (replaced?.typed) field.onChange(replaced.typed);
    else restore();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") commit();
    if (event.key !== "Escape" || !replaced) return;
    restore();
    event.currentTarget.blur();
  };

  const help = replaced
    ? `Leave this blank to keep ${replaced.mask}.`
    : masked
      ? "Already saved. We show only the last 4 digits."
      : definition.help;
  return (
    <Field
      label={definition.label}
      rule={masked || replaced ? undefined : definition.rule}
      help={help}
      error={fieldState.error?.message}
      warning={institutions?.nubanHint(bankName, value) || warning}
    >
      {(a11y) => (
        <span className="relative block">
          <NumberInput
            {...a11y}
            name={name}
            ref={field.ref}
            value={replaced ? replaced.typed : value}
            length={length}
            onChange={type}
            onFocus={enter}
            onBlur={() => {
              commit();
              field.onBlur();
            }}
            onKeyDown={press}
            className={cn("figures", masked && !replaced && "pr-24")}
          />
          {masked && !replaced && (
            <Button
              variant="quiet"
              size="sm"
              className="absolute inset-y-1.5 right-1.5 text-accent"
              onClick={() => setFocus(name)}
            >
              Change
              <span className="sr-only"> {definition.label}</span>
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}
