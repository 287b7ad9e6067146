import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ApiError } from "@/lib/contract/client";

/**
 * Puts each of the server's field errors at its field. Answers the fields that took one and the messages that found no field;
 * those belong above the form.
 */
export function applyServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  error: ApiError,
  known: readonly Path<Values>[],
): { placed: Path<Values>[]; homeless: string[] } {
  const placed: Path<Values>[] = [];
  const homeless: string[] = [];
  for (const { path, message } of error.fieldErrors) {
    const field = known.find((name) => name === path);
    if (field) {
      form.setError(field, { type: "server", message });
      placed.push(field);
    } else {
      homeless.push(message);
    }
  }
  return { placed, homeless };
}

/** Focuses the first field within `root` that is marked as wrong; false when there is none. */
export function focusFirstInvalid(root: HTMLElement | null): boolean {
  const first = root?.querySelector<HTMLElement>(
    'input[aria-invalid="true"], textarea[aria-invalid="true"], select[aria-invalid="true"], [role="radiogroup"][aria-invalid="true"] input',
  );
  if (!first) return false;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: "center", behavior: "auto" });
  return true;
}
