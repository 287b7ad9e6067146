"use client";

import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { SlideDto } from "@/lib/carousel/dto";
import { useDeleteSlide } from "./queries";
import { slideName } from "./slide-columns";

export function DeleteSlideDialog({ slide, onClose }: { slide: SlideDto; onClose: () => void }) {
  const deletion = useDeleteSlide();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Delete item?"
      description={`"${slideName(slide)}" will be removed from the home page. This cannot be undone.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(slide._id, {
          onSuccess: () => {
            toast.success("Item deleted");
            onClose();
          },
          onError: () => toast.error("Error deleting item"),
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
