"use client";

import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName } from "../labels";
import { useDeletion } from "../queries";

export function DeleteAdministrator({
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
      description={`${name} will lose access immediately on all devices. This cannot be undone.`}
      confirmLabel="Delete Admin"
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(user._id, {
          onSuccess: () => {
            toast.success("Admin deleted successfully");
            onClose();
          },
          onError: () => toast.error("Failed to delete admin"),
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
