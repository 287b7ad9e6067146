"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NoteField, ReasonField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { revealReasons, revealSchema } from "@/lib/review/decisions/schema";

interface RevealDialogProps {
  userId: string;
  field: string;
  title: string;
  confirmLabel: string;
  onRevealed: (value: string) => void;
  onClose: () => void;
}

/** Asks for the reason before a number is revealed (product 10.11). */
export function RevealDialog({ userId, field, title, confirmLabel, onRevealed, onClose }: RevealDialogProps) {
  const form = useForm({ resolver: zodResolver(revealSchema), defaultValues: { field, note: "" } });
  return (
    <FormDialog
      form={form}
      send={async (body) => onRevealed((await call(review.reveal, { params: { userId }, body })).data.value)}
      onClose={onClose}
      title={title}
      description="Why do you need the full number? The audit log records your reason, and the applicant sees that a number was revealed."
      submitLabel={confirmLabel}
      busyLabel="Please wait..."
    >
      <ReasonField options={revealReasons} />
      <NoteField optional help="Super administrators can read it. It is deleted with the account." />
    </FormDialog>
  );
}
