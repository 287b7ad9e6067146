"use client";

import type { ReactNode } from "react";
import { useFormState } from "react-hook-form";
import { Notice } from "@/components/ui/notice";

/** Shows a form error that belongs to no field. */
export function FormFailure({ action, className }: { action?: ReactNode; className?: string }) {
  const { root } = useFormState().errors;
  return (
    root?.message && (
      <Notice tone="danger" role="alert" action={action} className={className}>
        {root.message}
      </Notice>
    )
  );
}
