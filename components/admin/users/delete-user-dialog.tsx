"use client";

import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName } from "../labels";
import { useDeletion } from "../queries";

export function DeleteUserDialog({
  user,
  open,
  onClose,
}: {
  user: UserSummaryDto;
  open: boolean;
  onClose: () => void;
}) {
  const deletion = useDeletion();
  const name = displayName(user);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Delete ${name}`}
      description={`Are you sure you want to delete ${name}? This action cannot be undone.`}
      confirmLabel="Delete User"
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(user._id, {
          onSuccess: (message) => {
            toast.success(message ?? `${name} was deleted`);
            onClose();
          },
        })
      }
    >
      {deletion.isError && (
        <Notice tone="danger" role="alert">
          {deletion.error.message}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
