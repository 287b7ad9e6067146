"use client";

import type { FormEvent } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { toApiError } from "@/lib/contract/client";
import { applyServerErrors } from "./server-errors";

/**
 * Submits a form's values with `send`, which throws what the server refused. Errors of fields appear at their fields, and the first of
 * them is focused. Any other error appears at the field `otherwise`, or without one as the form's own (`errors.root`, FormFailure), whose
 * type is the error code. A second submit while the first is under way is ignored.
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
      const { placed } = applyServerErrors(form, error, Object.keys(form.getValues()) as Path<Values>[]);
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
