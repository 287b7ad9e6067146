"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { ComponentProps, ReactNode } from "react";
import { useForm, type FieldValues } from "react-hook-form";
import type * as z from "zod";
import { ReasonField } from "./choice-fields";
import { FormDialog } from "./form-dialog";

type ReasonDialogProps<Body extends FieldValues> = ComponentProps<typeof ReasonField> &
  Omit<ComponentProps<typeof FormDialog<Body, Body>>, "form" | "children"> & {
    schema: z.ZodType<Body, Body>;
    /** Fields after the reason. */
    children?: ReactNode;
  };

/** Asks for the reason of an act that the audit log records. */
export function ReasonDialog<Body extends FieldValues>({
  schema,
  options,
  children,
  ...dialog
}: ReasonDialogProps<Body>) {
  const form = useForm({ resolver: zodResolver(schema) });
  return (
    <FormDialog {...dialog} form={form}>
      <ReasonField options={options} />
      {children}
    </FormDialog>
  );
}
