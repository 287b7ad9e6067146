"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { shownOnceStep, type ShownOnce } from "./shown-once";

const overlaps = { "0": "Not at all", "1": "1 hour more", "24": "1 day more", "168": "7 days more" };

interface RotateDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  /** The label of the choice how long the present secret is used. */
  overlapLabel: string;
  /** Makes the new secret. */
  send: (overlapHours: number) => Promise<ShownOnce>;
  onClose: () => void;
}

/** Makes a new secret, while the present one may still be used (product 10.44, 10.46). */
export function RotateDialog({ overlapLabel, send, onClose, ...dialog }: RotateDialogProps) {
  const [made, setMade] = useState<ShownOnce | null>(null);
  const form = useForm({ defaultValues: { overlap: "24" } });
  return (
    <FormDialog
      form={form}
      result={made && shownOnceStep(made, onClose)}
      busyLabel="Rotating..."
      onClose={onClose}
      send={async ({ overlap }) => setMade(await send(Number(overlap)))}
      {...dialog}
    >
      <SelectField name="overlap" label={overlapLabel} options={overlaps} />
    </FormDialog>
  );
}
