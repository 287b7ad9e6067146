"use client";

import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/dialog";
import { deletionReasons } from "@/lib/users/admin-schema";
import { displayName } from "./labels";
import { useDeletion } from "./queries";
import { useReason } from "./reason-field";
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
export function DeleteUser({ user, onClose, success, failure, ...texts }: DeleteUserProps) {
  const deletion = useDeletion();
  const reason = useReason(deletionReasons);
  const name = displayName(user);
  const send = () => {
    const chosen = reason.check();
    if (!chosen) return;
    deletion.mutate(
      { userId: user._id, reason: chosen },
      {
        onSuccess: (message) => {
          toast.success(success ?? message ?? `${name} was deleted`);
          onClose();
        },
        onError: (error) => {
          if (awaitsConfirmation(error)) {
            toast.info(WAITING, { description: error.message });
            onClose();
          } else if (failure) toast.error(failure);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      {...texts}
      onClose={onClose}
      title={`Delete ${name}`}
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      error={deletion.error?.message}
      onConfirm={send}
    >
      {reason.field}
    </ConfirmDialog>
  );
}
