"use client";

import type { FormEvent } from "react";
import { get, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { toApiError } from "@/lib/contract/client";
import { applyServerErrors } from "./server-errors";

/**
 * Submits a form's values with `send`. The server's field errors appear at their fields, including those in lists, and the first is
 * focused. Other errors appear at the field `otherwise`, or as the form's own error (`errors.root`, FormFailure) with the error code as its
 * type. A second submit while the first is running is ignored.
 */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<unknown>,
  otherwise?: Path<Values>,
): (event: FormEvent) => void {
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (thrown) {
      const error = toApiError(thrown);
      const present = form.getValues();
      const nested = error.fieldErrors
        .map(({ path }) => path)
        .filter((path) => get(present, path) !== undefined);
      const known = [...Object.keys(present), ...nested] as Path<Values>[];
      const { placed } = applyServerErrors(form, error, known);
      const first = placed[0] ?? otherwise;
      if (!first) return form.setError("root", { type: error.code ?? "server", message: error.message });
      if (placed.length === 0) form.setError(first, { type: "server", message: error.message });
      form.setFocus(first, { shouldSelect: first === otherwise });
    }
  });
  return (event) => {
    event.preventDefault();
    if (!isSubmitting) void submit(event);
  };
}
