"use client";

import { useId, type ComponentProps, type ReactNode } from "react";
import { FormProvider, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "./form";
import { FormFailure } from "./form-failure";
import { useSubmit } from "./use-submit";

/** The content of a dialog. */
export type DialogContent = Pick<
  ComponentProps<typeof Dialog>,
  "title" | "description" | "locked" | "footer" | "children"
>;

interface FormDialogProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  send: (values: Output) => Promise<unknown>;
  /** The field that shows errors that belong to no other field (useSubmit). */
  otherwise?: Path<Values>;
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  title: string;
  description?: ReactNode;
  submitLabel: string;
  submitVariant?: ButtonVariant;
  busyLabel?: string;
  cancelLabel?: string;
  disabled?: boolean;
  autoComplete?: string;
  /** Shown instead of the form after it has succeeded. */
  result?: DialogContent | null;
  children: ReactNode;
}

/** A form in a dialog that is open while rendered, so that it always starts empty. */
export function FormDialog<Values extends FieldValues, Output>({
  form,
  send,
  otherwise,
  onClose,
  role = "dialog",
  title,
  description,
  submitLabel,
  submitVariant,
  busyLabel,
  cancelLabel = "Cancel",
  disabled,
  autoComplete,
  result,
  children,
}: FormDialogProps<Values, Output>) {
  const id = useId();
  const { isSubmitting } = form.formState;
  const submit = useSubmit(form, send, otherwise);
  const content: DialogContent = result ?? {
    title,
    description,
    locked: isSubmitting,
    footer: (
      <>
        <Button
          variant="secondary"
          disabled={isSubmitting}
          // Before a dangerous action, this button gets the focus unless a field does.
          data-autofocus={role === "alertdialog" || undefined}
          onClick={onClose}
        >
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          data-primary=""
          form={id}
          variant={submitVariant}
          disabled={disabled}
          busy={isSubmitting}
          busyLabel={busyLabel}
        >
          {submitLabel}
        </Button>
      </>
    ),
    children: (
      <Form id={id} autoComplete={autoComplete} onSubmit={submit} className="grid gap-5">
        <FormFailure />
        {children}
      </Form>
    ),
  };
  return (
    <FormProvider {...form}>
      <Dialog role={role} onClose={onClose} {...content} />
    </FormProvider>
  );
}
