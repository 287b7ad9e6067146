"use client";

import { use, type KeyboardEvent } from "react";
import { useController, useFormContext, type FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { isMasked } from "@/lib/mask";
import { cn } from "@/components/ui/cn";
import { fieldShell, useFieldError, type CommonFieldProps } from "./bound-field";
import { Field } from "./field";
import { NumberInput } from "./inputs";
import { KeptNumbersContext } from "./previous-masks";

/**
 * NIN, BVN and account number. One that was given before is shown masked and kept; entering the field clears it for a new one,
 * and leaving it empty keeps the old one.
 */
export function DigitsField(props: CommonFieldProps & { length: number }) {
  const { name, label, length } = props;
  const kept = use(KeptNumbersContext);
  const error = useFieldError(name);
  const { setValue, setFocus } = useFormContext<FieldValues>();
  const { field } = useController<FieldValues>({ name });
  const value = String(field.value ?? "");
  const masked = isMasked(value);

  const before = kept.get(name);
  const help = masked
    ? "Already saved. We show only the last 4 digits."
    : before && `Leave this blank to keep ${before}.`;

  const enter = () => {
    if (!masked) return;
    kept.set(name, value);
    setValue(name, "", { shouldDirty: true });
  };
  const keep = () => {
    const former = kept.get(name);
    if (!former) return;
    kept.delete(name);
    setValue(name, former, { shouldDirty: true, shouldValidate: true });
  };
  const type = (typed: string) => {
    if (typed.length === length) kept.delete(name);
    field.onChange(typed);
  };
  const leave = () => {
    if (value === "") keep();
    field.onBlur();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && value === "") keep();
    if (event.key !== "Escape" || !kept.has(name)) return;
    keep();
    event.currentTarget.blur();
  };

  return (
    <Field {...fieldShell(props, error)} {...(help && { help })}>
      {({ labelId: _, ...control }) => (
        <span className="relative block">
          <NumberInput
            {...control}
            name={name}
            ref={field.ref}
            value={value}
            length={length}
            onChange={type}
            onFocus={enter}
            onBlur={leave}
            onKeyDown={press}
            className={cn("figures", masked && "pr-24")}
          />
          {masked && (
            <Button
              variant="quiet"
              size="sm"
              className="absolute inset-y-1.5 right-1.5 text-accent"
              onClick={() => setFocus(name)}
            >
              Change
              <span className="sr-only"> {label}</span>
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}
