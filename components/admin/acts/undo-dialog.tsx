"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Select } from "@/components/ui/input";
import { acts } from "@/lib/acts/api";
import { undoReasons, type UndoReason } from "@/lib/acts/reason-labels";
import { undoSchema, type UndoInput } from "@/lib/acts/schema";
import { call, toApiError } from "@/lib/contract/client";

interface UndoDialogProps {
  actId: string;
  /** Undoes all acts that were decided at once with it. */
  groupId?: string | undefined;
  /** What was decided, such as `Receipt matched`. */
  what: string;
  /** The title and the label of the button, if it has a name of its own. */
  title?: string | undefined;
  submitLabel?: string;
  /** What undoing changes. */
  effect?: string;
  initialReason?: UndoReason;
  onClose: () => void;
  onUndone: () => void;
}

/** Undoes an act of money for a reason, or asks another administrator to confirm it (ADR 44). */
export function UndoDialog({
  actId,
  groupId,
  what,
  title = `Undo "${what}"?`,
  submitLabel = "Undo",
  effect,
  initialReason = "typing_error",
  onClose,
  onUndone,
}: UndoDialogProps) {
  const form = useForm<UndoInput>({
    resolver: zodResolver(undoSchema),
    defaultValues: { reason: initialReason, note: "" },
  });
  return (
    <FormDialog
      form={form}
      title={title}
      description={
        effect ??
        "What was posted is reversed on its day, and everything is as before. If it made money due, another administrator must confirm."
      }
      submitLabel={submitLabel}
      submitVariant="danger"
      busyLabel="Undoing..."
      onClose={onClose}
      send={async (body) => {
        try {
          if (groupId) await call(acts.undoActGroup, { params: { id: groupId }, body });
          else await call(acts.undoAct, { params: { id: actId }, body });
          toast.success("Undone");
        } catch (error) {
          if (!awaitsConfirmation(toApiError(error))) throw error;
          toast.success("Sent for confirmation");
        }
        onUndone();
      }}
    >
      <Field label="Reason">
        {(control) => (
          <Select {...control} {...form.register("reason")}>
            {Object.entries(undoReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField name="note" label="Note" rule="Explain it for later audits." maxLength={500} />
    </FormDialog>
  );
}
