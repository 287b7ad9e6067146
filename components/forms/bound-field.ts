"use client";

import type { ReactNode } from "react";
import { get, useFormState, type FieldError, type FieldValues } from "react-hook-form";

/** What every field that finds its form by itself has in common. `name` may be dotted: `signatories.0.fullName`. */
export interface CommonFieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  warning?: string | null;
  optional?: boolean;
  className?: string;
}

/** The message at a field, if it is wrong. */
export function useFieldError(name: string): string | undefined {
  const { errors } = useFormState<FieldValues>({ name });
  return (get(errors, name) as FieldError | undefined)?.message;
}

/** The part of a field's props that its frame takes. */
export const fieldShell = (
  { label, help, warning, optional, className }: CommonFieldProps,
  error: string | undefined,
) => ({
  label,
  help,
  warning,
  error,
  ...(optional !== undefined && { optional }),
  ...(className !== undefined && { className }),
});
