"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import type * as z from "zod";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { displayName } from "@/components/admin/labels";
import { useDeletion } from "@/components/admin/queries";
import type { UserDialogProps } from "@/components/admin/row-menu";
import { ReasonField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { toApiError } from "@/lib/contract/client";
import { deletionReasons, deletionSchema } from "@/lib/users/admin-schema";

interface DeleteUserProps extends UserDialogProps {
  description: string;
  confirmLabel: string;
  /** Shown instead of the server's message. */
  success?: string;
  /** Shown as a toast beside the server's message. */
  failure?: string;
}

const withoutReason = deletionSchema.partial();

/** Asks before deleting a user or an administrator, and asks for a reason if the server requires one (for a second administrator). */
export function DeleteUser({ user, onClose, description, confirmLabel, success, failure }: DeleteUserProps) {
  const deletion = useDeletion();
  const [needsReason, setNeedsReason] = useState(false);
  const form = useForm({ resolver: zodResolver(needsReason ? deletionSchema : withoutReason) });
  const name = displayName(user);
  const send = async ({ reason }: z.output<typeof withoutReason>) => {
    try {
      const message = await deletion.mutateAsync({ userId: user._id, reason });
      toast.success(success ?? message ?? `${name} was deleted`);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!awaitsConfirmation(error)) {
        // The field must exist before the error is set, because the error moves the focus to it.
        if (error.fieldErrors.some(({ path }) => path === "reason")) flushSync(() => setNeedsReason(true));
        else if (failure) toast.error(failure);
        throw error;
      }
      toast.info(WAITING, { description: error.message });
    }
    onClose();
  };
  return (
    <FormDialog
      form={form}
      send={send}
      role="alertdialog"
      onClose={onClose}
      title={`Delete ${name}`}
      description={description}
      submitLabel={confirmLabel}
      submitVariant="danger"
      busyLabel="Deleting..."
    >
      {needsReason && <ReasonField options={deletionReasons} />}
    </FormDialog>
  );
}
