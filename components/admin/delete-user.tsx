"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import type * as z from "zod";
import { ReasonField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { toApiError } from "@/lib/contract/client";
import { deletionReasons, deletionSchema } from "@/lib/users/admin-schema";
import { displayName } from "./labels";
import { useDeletion } from "./queries";
import type { UserDialogProps } from "./row-menu";
import { awaitsConfirmation, WAITING } from "./second-approval";

interface DeleteUserProps extends UserDialogProps {
  description: string;
  confirmLabel: string;
  /** Shown instead of the server's message. */
  success?: string;
  /** Shown as a toast beside the server's message. */
  failure?: string;
}

/** Asks for the reason before a user or an administrator is deleted. */
export function DeleteUser({ user, onClose, description, confirmLabel, success, failure }: DeleteUserProps) {
  const deletion = useDeletion();
  const form = useForm({ resolver: zodResolver(deletionSchema) });
  const name = displayName(user);
  const send = async ({ reason }: z.output<typeof deletionSchema>) => {
    try {
      const message = await deletion.mutateAsync({ userId: user._id, reason });
      toast.success(success ?? message ?? `${name} was deleted`);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!awaitsConfirmation(error)) {
        if (failure) toast.error(failure);
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
      <ReasonField options={deletionReasons} />
    </FormDialog>
  );
}
