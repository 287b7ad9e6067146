import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ApiError } from "@/lib/contract/client";

/** Sets the server's field errors. Returns the fields with an error, and the messages without a known field. */
export function applyServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  error: ApiError,
  known: readonly Path<Values>[],
): { placed: Path<Values>[]; unplaced: string[] } {
  const placed: Path<Values>[] = [];
  const unplaced: string[] = [];
  for (const { path, message } of error.fieldErrors) {
    const field = known.find((name) => name === path);
    if (field) {
      form.setError(field, { type: "server", message });
      placed.push(field);
    } else {
      unplaced.push(message);
    }
  }
  return { placed, unplaced };
}

/** Focuses the first invalid field within `root`. */
export function focusFirstInvalid(root: HTMLElement | null): void {
  const first = root?.querySelector<HTMLElement>(
    ':is(input, textarea, select)[aria-invalid="true"], [role="radiogroup"][aria-invalid="true"] input',
  );
  focusInView(first);
}

/** Focuses the input of a field by its path. */
export const focusField = (root: HTMLElement | null, path: string): void =>
  focusInView(root?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`));

/** Focuses an element so that it is not behind the header or the bar of buttons. */
function focusInView(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "auto" });
}
