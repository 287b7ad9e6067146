"use client";

import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/dialog";
import { displayName } from "./labels";
import { useDeletion } from "./queries";
import type { UserDialogProps } from "./row-menu";

interface DeleteUserProps extends UserDialogProps {
  description: string;
  confirmLabel: string;
  /** Shown instead of the server's message. */
  success?: string;
  /** Shown as a toast beside the server's message. */
  failure?: string;
}

/** Asks before a user or an administrator is deleted. */
export function DeleteUser({ user, onClose, success, failure, ...texts }: DeleteUserProps) {
  const deletion = useDeletion();
  const name = displayName(user);
  return (
    <ConfirmDialog
      {...texts}
      onClose={onClose}
      title={`Delete ${name}`}
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      error={deletion.error?.message}
      onConfirm={() =>
        deletion.mutate(user._id, {
          onSuccess: (message) => {
            toast.success(success ?? message ?? `${name} was deleted`);
            onClose();
          },
          onError: () => failure && toast.error(failure),
        })
      }
    />
  );
}
